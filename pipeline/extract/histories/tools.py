"""What each agent's tools do."""

from pipeline.extract.histories.records import Action

path_keys = ("target_file", "file_path", "filePath", "targetFile", "path", "absolute_path")


def classify(agent: str, name: str) -> Action:
    """The action of an agent's tool."""
    return "other"

"""Every format of histories, declared once; of copies of one conversation the earlier format is preferred."""

from pipeline.extract.histories.claude_code import CLAUDE_CODE
from pipeline.extract.histories.cursor_cli import CURSOR_CLI
from pipeline.extract.histories.cursor_desktop import CURSOR_DESKTOP
from pipeline.extract.histories.cursor_export import CURSOR_EXPORT
from pipeline.extract.histories.cursor_stream import CURSOR_STREAM
from pipeline.extract.histories.cursor_transcript import CURSOR_TRANSCRIPT
from pipeline.extract.histories.formats import Format
from pipeline.extract.histories.specstory import SPECSTORY

FORMATS: tuple[Format, ...] = (
    CURSOR_DESKTOP,
    CURSOR_CLI,
    CURSOR_TRANSCRIPT,
    CURSOR_STREAM,
    CLAUDE_CODE,
    SPECSTORY,
    CURSOR_EXPORT,
)

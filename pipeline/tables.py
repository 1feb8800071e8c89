"""Every column and every table, declared once; contracts, docs and empty frames are made from this."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["text", "integer", "number", "boolean", "instant", "date", "integers", "texts"]

DTYPES: dict[Kind, str] = {
    "text": "str",
    "integer": "Int64",
    "number": "Float64",
    "boolean": "boolean",
    "instant": "datetime64[us, UTC]",
    "date": "str",
    "integers": "object",
    "texts": "object",
}
"""The pandas type of each kind of column. A date is text in the form YYYY-MM-DD."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, kind, meaning, whether it may be empty, and its closed list of values."""

    name: str
    kind: Kind
    meaning: str
    nullable: bool = False
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One table: what a row is, its key, its columns in order, whether its text may never be released."""

    name: str
    row: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    private: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The columns' names in order."""
        return [column.name for column in self.columns]


AXES = ("first-parent", "ancestry", "worktree")
ACTIONS = ("read", "search", "list", "write", "move", "delete", "shell", "other")
STATUSES = ("ok", "error", "cancelled", "pending", "unknown")
TIME_BASES = (
    "message", "header", "tool", "timing", "neighbour", "session", "name", "file", "none",
)  # fmt: skip
CHARS_BASES = ("log", "log-stripped", "range", "version", "none")
RELATIONS = ("subagent", "subtask", "fork", "resumed", "copy", "best_of_n")
EXCLUSIONS = (
    "subagent", "subtask", "fork", "copy", "resumed", "best_of_n", "empty", "no_workspace",
    "other_repository", "outside_window", "no_time",
)  # fmt: skip
FOUND_BY = ("start_set", "link", "search", "named", "attached", "unknown")
UNDETERMINED = ("excluded_thread", "outside_conversations", "later_conversation", "no_update")
KINDS = ("work", "informational", "administrative")
RECAPS = ("none", "link", "brief", "detailed")

_CONVERSATION = Column("conversation_id", "text", "The conversation's id in its store.")
_SEQ = Column("seq", "integer", "Place of the message or call in its conversation, from 0.")
_NTH = Column("nth", "integer", "Place of the access in its call, from 0.")
_ORDINAL = Column(
    "ordinal", "integer", "Number of the independent conversation by start, from 1.", nullable=True
)
_AT = Column("at", "instant", "When it happened, UTC.", nullable=True)
_BASIS = Column("time_basis", "text", "What the time rests on.", values=TIME_BASES)
_AXIS = Column("axis", "text", "The time axis the row stands on.", values=AXES)
_PATH = Column("path", "text", "Path in the repository, with `/`.")
_FILE = Column("file_id", "text", "Identity of the memory file; outlives renames.")
_SECTION = Column("section", "text", "Section of the memory the path belongs to.")
_BLOB = Column("blob", "text", "Id of the version's text.", nullable=True)
_FROM = Column("line_from", "integer", "First line asked for, from 1; negative: from the end.", nullable=True)
_TO = Column("line_to", "integer", "Last line asked for, itself included.", nullable=True)
_CHARS_BASIS = Column("chars_basis", "text", "What the characters rest on.", values=CHARS_BASES)
_COMMIT = Column("commit", "text", "Id of the commit.", nullable=True)

_VERSION_COLUMNS = (
    _AXIS,
    _PATH,
    Column("version", "text", "The commit, or `write:CONVERSATION#SEQ.NTH` for a logged write."),
    _COMMIT,
    Column("position", "integer", "Place of the version in its axis; ties in time follow it."),
    _FILE,
    _SECTION,
    _BLOB,
    Column("change", "text", "What happened.", values=("create", "update", "rename", "delete")),
    Column("chars", "integer", "Code points; empty where the text is unknown.", nullable=True),
    Column("lines", "integer", "Lines; empty where the text is unknown.", nullable=True),
    Column("records", "integer", "Entries of the file.", nullable=True),
    Column(
        "text_unknown_because",
        "text",
        "Why the text is unknown.",
        nullable=True,
        values=("lfs_pointer", "missing_object", "undecodable", "not_logged"),
    ),
    Column("valid_from", "instant", "From when it was alive."),
    Column("valid_to", "instant", "Until when, not itself; empty: still alive.", nullable=True),
    Column("written_by", "text", "The conversation that wrote it.", nullable=True),
)

TABLES: tuple[Table, ...] = (
    Table(
        "conversations",
        "one thread found",
        ("conversation_id",),
        (
            _CONVERSATION,
            Column("source", "text", "The format it was read from."),
            Column("source_file", "text", "The file it was read from, relative to the study or its store."),
            Column("title", "text", "Its title in the store.", nullable=True),
            Column("first_request", "text", "The text that opened it.", nullable=True),
            Column(
                "started_at", "instant", "Start, UTC: docs/method.md says which time it is.", nullable=True
            ),
            Column("ended_at", "instant", "Last message or call with a time of its own.", nullable=True),
            _BASIS,
            _ORDINAL,
            Column("independent", "boolean", "Opened by a person, in this project, inside the window."),
            Column(
                "excluded_because", "text", "Why it is not independent.", nullable=True, values=EXCLUSIONS
            ),
            Column("parent_id", "text", "The conversation it came from.", nullable=True),
            Column("relation", "text", "What it is to its parent.", nullable=True, values=RELATIONS),
            Column("workspace", "text", "The folder the store names.", nullable=True),
            Column("model", "text", "The model the store names.", nullable=True),
            Column("human_messages", "integer", "Non-empty messages of a person."),
            Column("tool_calls", "integer", "Calls; empty where the format holds none.", nullable=True),
            Column("exported_at", "instant", "When an export says it was made.", nullable=True),
        ),
        private=("title", "first_request", "source_file", "workspace"),
    ),
    Table(
        "messages",
        "one message",
        ("conversation_id", "seq"),
        (
            _CONVERSATION,
            _SEQ,
            _AT,
            _BASIS,
            Column("role", "text", "Who wrote it.", values=("human", "agent", "system")),
            Column("chars", "integer", "Code points of its text."),
            Column("text", "text", "Its text."),
        ),
        private=("text",),
    ),
    Table(
        "tool_calls",
        "one call",
        ("conversation_id", "seq"),
        (
            _CONVERSATION,
            _SEQ,
            _AT,
            _BASIS,
            Column("tool", "text", "The tool's name in the log."),
            Column("action", "text", "What the tool does.", values=ACTIONS),
            Column("status", "text", "How the call ended.", values=STATUSES),
            Column("hits", "texts", "Files that a search or listing named in its result."),
        ),
    ),
    Table(
        "accesses",
        "one file one call touched, one way",
        ("conversation_id", "seq", "nth"),
        (
            _CONVERSATION,
            _SEQ,
            _NTH,
            Column("action", "text", "What was done to the file.", values=ACTIONS),
            Column("path", "text", "The file; empty where the log does not name it.", nullable=True),
            _FROM,
            _TO,
            Column("chars", "integer", "Code points the agent received.", nullable=True),
            _CHARS_BASIS,
            Column("counts", "boolean", "False: the log says that nothing was returned."),
            Column("flags", "text", "Words that qualify the row, separated by a space."),
        ),
    ),
    Table(
        "attachments",
        "one text given without a call",
        ("conversation_id", "nth"),
        (
            _CONVERSATION,
            Column("nth", "integer", "Place among the conversation's attachments, from 0."),
            Column("seq", "integer", "The message or call it came with.", nullable=True),
            _AT,
            _PATH,
            Column("how", "text", "How it came.", values=("mentioned", "rule", "injected")),
        ),
    ),
    Table(
        "committed_versions",
        "one version of one memory file that a commit left, on one time axis; its writer not yet known",
        ("axis", "path", "version"),
        _VERSION_COLUMNS,
    ),
    Table(
        "memory_versions",
        "one version of one memory file on one time axis",
        ("axis", "path", "version"),
        _VERSION_COLUMNS,
    ),
    Table(
        "memory_blobs",
        "one text of a memory file",
        ("blob",),
        (
            Column("blob", "text", "Id of the text."),
            Column("bytes", "integer", "Its size as stored."),
            Column("encoding", "text", "How it was decoded."),
            Column("chars", "integer", "Code points, line ends as stored."),
            Column("line_chars", "integers", "Code points of each line, its line end included."),
            Column("record_lines", "integers", "First line of each entry, from 1."),
            Column("links", "texts", "Paths and link targets the text names."),
            Column("tokens", "integer", "o200k_base tokens; only for texts of the start set.", nullable=True),
        ),
    ),
    Table(
        "memory_names",
        "another name of a memory file or folder: a symbolic link",
        ("path",),
        (
            _PATH,
            Column("target", "text", "The path it points to."),
        ),
    ),
    Table(
        "repository",
        "one commit on a time axis",
        ("axis", "commit"),
        (
            _AXIS,
            Column("commit", "text", "Id of the commit."),
            Column("position", "integer", "Place in the axis, from 0."),
            Column("at", "instant", "Committer time, UTC."),
            Column("believed_at", "instant", "The time it is taken to have happened."),
            Column("believed", "boolean", "False: its own time runs backwards and is not believed."),
            Column(
                "source_lines", "integer", "Lines of source code; at the last commit only.", nullable=True
            ),
        ),
    ),
    Table(
        "snapshots",
        "one conversation's starting memory, summed",
        ("axis", "conversation_id"),
        (
            _AXIS,
            _CONVERSATION,
            Column("commit", "text", "The commit in force; empty: none with memory yet.", nullable=True),
            Column("files", "integer", "Memory files alive.", nullable=True),
            Column("chars", "integer", "Their code points.", nullable=True),
            Column("main_files", "integer", "Files of the main sections.", nullable=True),
            Column("main_chars", "integer", "Their code points.", nullable=True),
            Column("start_files", "integer", "Files of the start set alive.", nullable=True),
            Column("start_chars", "integer", "Their code points.", nullable=True),
            Column("start_tokens", "integer", "Their o200k_base tokens.", nullable=True),
        ),
    ),
    Table(
        "memory_reads",
        "one read of one memory file",
        ("conversation_id", "seq", "nth"),
        (
            _CONVERSATION,
            _SEQ,
            _NTH,
            _ORDINAL,
            _AT,
            _BASIS,
            Column(
                "status", "text", "Whether the call is known to have succeeded.", values=("ok", "unknown")
            ),
            _FILE,
            _PATH,
            _SECTION,
            _BLOB,
            _FROM,
            _TO,
            Column("chars_read", "integer", "Code points read.", nullable=True),
            _CHARS_BASIS,
            Column("records_read", "integer", "Entries with a line in the range.", nullable=True),
            Column("found_by", "text", "How the agent came to it.", values=FOUND_BY),
            Column("not_in_snapshot", "boolean", "The file is not in the reader's starting memory."),
            Column("last_update_at", "instant", "Last update by somebody else before it.", nullable=True),
            Column("last_update_by", "text", "The conversation that made it.", nullable=True),
            Column("last_update_ordinal", "integer", "That conversation's ordinal.", nullable=True),
            Column("cross", "boolean", "By an independent conversation, of a file last updated outside it."),
            Column(
                "distance_conversations", "integer", "Conversations between update and read.", nullable=True
            ),
            Column("distance_days", "integer", "Full days between update and read.", nullable=True),
            Column(
                "undetermined_because",
                "text",
                "Why there is no distance in conversations.",
                nullable=True,
                values=UNDETERMINED,
            ),
        ),
    ),
    Table(
        "memory_writes",
        "one write of one memory file",
        ("conversation_id", "seq", "nth"),
        (
            _CONVERSATION,
            _SEQ,
            _NTH,
            _AT,
            _BASIS,
            Column("file_id", "text", "Identity of the file; empty: never committed.", nullable=True),
            _PATH,
            Column("action", "text", "What was done.", values=("write", "move", "delete")),
            Column("chars", "integer", "Code points written, where the log holds them.", nullable=True),
            Column("commit", "text", "Where it landed.", nullable=True),
        ),
    ),
    Table(
        "requests",
        "one label of one conversation's first request by one labeller",
        ("conversation_id", "labeller"),
        (
            _CONVERSATION,
            Column("labeller", "text", "Who labelled: `rules`, or the name in a label file."),
            Column("kind", "text", "What the request is.", values=KINDS),
            Column(
                "recap", "text", "How much of the past a work request retells.", nullable=True, values=RECAPS
            ),
            Column("labelled_at", "instant", "When.", nullable=True),
            Column("confidence", "number", "From 0 to 1.", nullable=True),
            Column("rationale", "text", "The rule or the reason.", nullable=True),
            Column("speaks", "boolean", "This label is the one that counts."),
        ),
        private=("rationale",),
    ),
    Table(
        "reads_by_conversation",
        "one independent conversation on one time axis",
        ("axis", "conversation_id"),
        (
            _AXIS,
            _CONVERSATION,
            Column("ordinal", "integer", "Number of the conversation by start, from 1."),
            Column("started_at", "instant", "Its start, UTC."),
            Column("kind", "text", "What its first request is.", nullable=True, values=KINDS),
            Column("has_snapshot", "boolean", "A starting memory with at least one file exists."),
            Column("files_available", "integer", "Files of the starting memory.", nullable=True),
            Column("files_read", "integer", "Distinct files of it that were read."),
            Column("share_read", "number", "files_read / files_available, from 0 to 1.", nullable=True),
            Column("chars_available", "integer", "Code points of the starting memory.", nullable=True),
            Column("chars_read", "integer", "Code points of distinct lines read of it."),
            Column("main_files_available", "integer", "Files of its main sections.", nullable=True),
            Column("main_files_read", "integer", "Distinct files of them that were read."),
            Column("main_chars_available", "integer", "Code points of the main sections.", nullable=True),
            Column("main_chars_read", "integer", "Code points of distinct lines read of them."),
            Column("memory_reads", "integer", "All reads of memory files."),
            Column("reads_not_in_snapshot", "integer", "Of them, of files not in the starting memory."),
            Column("cross_reads", "integer", "Cross-conversation reads."),
            Column("cross_reads_with_distance", "integer", "Of them, with a distance in conversations."),
            Column(
                "start_set_read",
                "boolean",
                "Every file of the start set read whole before the first write.",
                nullable=True,
            ),
            Column(
                "end_set_written",
                "boolean",
                "Everything the protocol asks for at the end was written.",
                nullable=True,
            ),
        ),
    ),
    Table(
        "activity",
        "one date with any independent conversation",
        ("date",),
        (
            Column("date", "date", "The date in the study's zone."),
            Column("new_work", "integer", "Work conversations begun on it."),
            Column("new_other", "integer", "Other conversations begun on it."),
            Column("returned", "integer", "Older conversations with a message of its own time on it."),
        ),
    ),
    Table(
        "growth",
        "one start and section, and the end",
        ("conversation_id", "section"),
        (
            Column("conversation_id", "text", "The conversation whose start it is; `final` for the end."),
            _ORDINAL,
            Column("at", "instant", "The start; for `final`, the last commit's believed time."),
            _SECTION,
            Column("files", "integer", "Files alive."),
            Column("chars", "integer", "Their code points."),
        ),
    ),
    Table(
        "cases",
        "one case of the study file",
        ("case",),
        (
            Column("case", "text", "The case's name in the study file."),
            Column("file_id", "text", "The note.", nullable=True),
            _PATH,
            Column("conversation_id", "text", "The reader.", nullable=True),
            Column("ordinal", "integer", "The reader's ordinal.", nullable=True),
            Column("seq", "integer", "The first read of the note in it.", nullable=True),
            Column("read_at", "instant", "When.", nullable=True),
            Column(
                "counted_from",
                "text",
                "What the distance counts from.",
                values=("introduction", "last_update"),
            ),
            Column("from_at", "instant", "When that was.", nullable=True),
            Column("from_by", "text", "The conversation that did it.", nullable=True),
            Column("conversations_between", "integer", "Conversations strictly between.", nullable=True),
            Column("days_between", "integer", "Full days between.", nullable=True),
            Column("calls_after_read", "integer", "Calls of the reader after the read.", nullable=True),
            Column("request_sentences", "integer", "Sentences of the reader's first request.", nullable=True),
            Column(
                "mentioned_before",
                "boolean",
                "A person's message before the read told what the note says.",
                nullable=True,
            ),
            Column(
                "read_before_then",
                "boolean",
                "The note was read before the case's `then` file was opened.",
                nullable=True,
            ),
            Column("undetermined_because", "text", "Why something is empty.", nullable=True),
        ),
    ),
    Table(
        "skipped_inputs",
        "one thing not understood",
        ("source", "where", "reason", "nth"),
        (
            Column("source", "text", "The history file, the repository or the label file."),
            Column("where", "text", "The key, line or path inside it."),
            Column("reason", "text", "Why, in one word."),
            Column("nth", "integer", "Number among equal rows, from 0."),
        ),
    ),
)
"""All tables, in the order in which they are made."""


@cache
def table(name: str) -> Table:
    """The declaration of the table of that name. Raises KeyError for an unknown name."""
    return {declared.name: declared for declared in TABLES}[name]


def empty(name: str) -> "pd.DataFrame":
    """An empty frame with the table's columns and types."""
    return frame(name, [])


def frame(name: str, rows: Any) -> "pd.DataFrame":
    """A frame of the table from row mappings, tuples in column order, or another frame; types are set."""
    import pandas as pd

    columns = table(name).columns
    names = [column.name for column in columns]
    made = rows[names] if isinstance(rows, pd.DataFrame) else pd.DataFrame(rows, columns=names)
    # A column that holds no instant at all has no zone yet.
    zoned = {c.name: pd.to_datetime(made[c.name], utc=True) for c in columns if c.kind == "instant"}
    made = made.assign(**zoned)
    # A column that has its type already would be copied all the same.
    other = {c.name: DTYPES[c.kind] for c in columns if str(made[c.name].dtype) != DTYPES[c.kind]}
    return made.astype(other).reset_index(drop=True)


@cache
def contract(name: str) -> Any:
    """The pandera schema of the table: exact columns in order, types, emptiness, closed lists, unique key."""
    import pandera.pandas as pa

    declared = table(name)
    columns = {
        column.name: pa.Column(
            DTYPES[column.kind],
            pa.Check.isin(column.values) if column.values else None,
            nullable=column.nullable,
        )
        for column in declared.columns
    }
    return pa.DataFrameSchema(columns, unique=list(declared.key), strict=True, ordered=True, name=name)

"""Cursor's agent transcripts: lines of JSON without results, with a time on the person's turns alone."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pipeline.twin.calls import as_json
from pipeline.twin.plan import ROOT, Event, Thread

SHIFT = timedelta(hours=3)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def write_transcripts(projects: Path, threads: Iterable[Thread]) -> None:
    """`<slug>/agent-transcripts/<id>/<id>.jsonl` below Cursor's `projects` folder for each thread."""
    slug = ROOT.removeprefix("/").replace("/", "-")
    for thread in threads:
        folder = projects / slug / "agent-transcripts" / thread.id
        folder.mkdir(parents=True, exist_ok=True)
        lines = [as_json(_line(event)) for event in thread.events]
        lines.append(as_json({"type": "turn_ended", "status": "success"}))
        (folder / f"{thread.id}.jsonl").write_bytes("".join(f"{line}\n" for line in lines).encode())


def _line(event: Event) -> dict[str, Any]:
    if event.act == "human":
        said = f"<timestamp>{_stamp(event.instant)}</timestamp>\n<user_query>\n{event.text}\n</user_query>"
        return _turn("user", {"type": "text", "text": said})
    if event.act == "agent":
        return _turn("assistant", {"type": "text", "text": event.text})
    return _turn("assistant", _use(event))


def _turn(role: str, part: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "message": {"content": [part]}}


def _use(event: Event) -> dict[str, Any]:
    asked: dict[str, Any] = {"path": f"{ROOT}/{event.path}"}
    if event.act == "write":
        return {"type": "tool_use", "name": "Write", "input": {**asked, "contents": event.text}}
    if event.lines is not None:
        asked |= {"offset": event.lines[0], "limit": event.lines[1] - event.lines[0] + 1}
    return {"type": "tool_use", "name": "Read", "input": asked}


def _stamp(at: datetime) -> str:
    local = at + SHIFT
    hour = local.hour % 12 or 12
    half = "AM" if local.hour < 12 else "PM"
    month = _MONTHS[local.month - 1]
    day = _DAYS[local.weekday()]
    return f"{day}, {month} {local.day}, {local.year}, {hour}:{local.minute:02d} {half} (UTC+3)"

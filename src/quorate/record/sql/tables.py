"""The tables of a record, and which format of them we read.

What follows from a line, the database computes itself, so that it can be looked up and counted.
"""

from collections.abc import Sequence
from typing import Any

from quorate.record.faults import check_format

VERSION = "0008"
VERSION_TABLE = "quorate_version"
_TABLES = """
CREATE TABLE quorate_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT quorate_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE quorate_deliberations (
    sequence {serial} NOT NULL,
    id TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    position INTEGER NOT NULL,
    head TEXT NOT NULL,
    summary TEXT NOT NULL,
    words TEXT NOT NULL,
    has_outcome BOOLEAN GENERATED ALWAYS AS (replace(summary, '"outcome":""', '') = summary) {computed},
    decided_in {ordered} GENERATED ALWAYS AS (
        CASE WHEN
            replace(summary, '"state":"decided"', '') <> summary
            OR replace(summary, '"state":"released"', '') <> summary
        THEN CASE WHEN {find}(summary, '"domain":') + 9 BETWEEN 10 AND {find}(summary, ',"state":"')
            THEN substr(substr(
                summary,
                {find}(summary, '"domain":') + 9,
                {find}(summary, ',"state":"') - ({find}(summary, '"domain":') + 9)
            ), 1, 300)
            ELSE '' END
        END
    ) {computed},
    is_open INTEGER GENERATED ALWAYS AS (
        CASE WHEN replace(replace(summary, '"state":"decided"', ''), '"state":"released"', '') = summary
        AND substr(id, 1, 6) <> 'agent-' AND substr(id, 1, 10) <> 'dialectic-' AND substr(id, 1, 4) <> 'key-'
        AND substr(id, 1, 9) <> 'refusals-' AND substr(id, 1, 5) <> 'call-' AND substr(id, 1, 7) <> 'window-'
        THEN 1 ELSE 0 END
    ) {computed},
    PRIMARY KEY (sequence),
    UNIQUE (id)
);
CREATE TABLE quorate_events (
    deliberation TEXT NOT NULL,
    position INTEGER NOT NULL,
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    proof TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (deliberation, position),
    FOREIGN KEY(deliberation) REFERENCES quorate_deliberations (id)
);
CREATE TABLE quorate_waits (
    sequence {number} NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    seat TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (sequence, number),
    FOREIGN KEY(sequence) REFERENCES quorate_deliberations (sequence)
);
CREATE TABLE quorate_days (
    day TEXT NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (day)
);
CREATE TABLE quorate_keys (
    name TEXT NOT NULL,
    request TEXT NOT NULL,
    spans TEXT NOT NULL,
    PRIMARY KEY (name)
);
CREATE TABLE quorate_agents (
    sequence {number} NOT NULL,
    name {ordered} NOT NULL,
    place {ordered} NOT NULL,
    cohort {ordered} NOT NULL,
    look {ordered} NOT NULL,
    small_look {ordered} NOT NULL,
    standing {number} NOT NULL,
    PRIMARY KEY (sequence),
    FOREIGN KEY(sequence) REFERENCES quorate_deliberations (sequence)
);
CREATE INDEX quorate_agents_ranked ON quorate_agents (place, cohort, standing DESC, name);
CREATE INDEX quorate_agents_named ON quorate_agents (name);
CREATE INDEX quorate_agents_placed ON quorate_agents (place, name);
CREATE INDEX quorate_agents_look ON quorate_agents (look);
CREATE INDEX quorate_agents_small_look ON quorate_agents (small_look);
CREATE INDEX quorate_outcomes ON quorate_deliberations (sequence) WHERE has_outcome;
CREATE INDEX quorate_decided ON quorate_deliberations (decided_in) WHERE decided_in IS NOT NULL;
CREATE INDEX quorate_deliberations_open ON quorate_deliberations (sequence) WHERE is_open = 1;
INSERT INTO quorate_version (version_num) VALUES ('{version}')
"""
_WORDS = {
    "file": {"serial": "INTEGER", "number": "INTEGER", "ordered": "TEXT", "computed": "VIRTUAL", "find": "instr"},
    "server": {
        "serial": "BIGSERIAL",
        "number": "BIGINT",
        "ordered": 'TEXT COLLATE "C"',
        "computed": "STORED",
        "find": "strpos",
    },
}


def new_tables(*, is_file: bool) -> list[str]:
    """Return the statements that make the tables in an empty file, or on a server."""
    words = {**_WORDS["file" if is_file else "server"], "version": VERSION}
    return [statement.format_map(words) for statement in _TABLES.split(";")]


def check_version(version: str, place: str) -> None:
    """Refuses a store of another format; an empty version is that of a store without tables."""
    is_number = len(version) == len(VERSION) and version.isascii() and version.isdecimal()
    if version:
        instead = "start a new record with --store FILE"
        check_format(int(version) if is_number else version, int(VERSION), place, "record", instead)


def version_in(stamps: Sequence[Any]) -> str:
    """Return the version in the table of versions, which holds one text."""
    return stamps[0] if len(stamps) == 1 and isinstance(stamps[0], str) else "none"

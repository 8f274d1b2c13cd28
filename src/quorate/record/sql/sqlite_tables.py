"""The tables of a new file, as the migration would make them; what runs that takes long to import."""

from quorate.record.sql.table_version import VERSION, VERSION_TABLE

_SCRIPT = f"""
CREATE TABLE {VERSION_TABLE} (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT quorate_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE quorate_deliberations (
    sequence INTEGER NOT NULL,
    id TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    position INTEGER NOT NULL,
    head TEXT NOT NULL,
    summary TEXT NOT NULL,
    words TEXT NOT NULL,
    has_outcome BOOLEAN GENERATED ALWAYS AS (replace(summary, '"outcome":""', '') = summary) VIRTUAL,
    decided_in TEXT GENERATED ALWAYS AS (
        CASE WHEN
            replace(summary, '"state":"decided"', '') <> summary
            OR replace(summary, '"state":"released"', '') <> summary
        THEN CASE WHEN instr(summary, '"domain":') + 9 BETWEEN 10 AND instr(summary, ',"state":"')
            THEN substr(substr(
                summary,
                instr(summary, '"domain":') + 9,
                instr(summary, ',"state":"') - (instr(summary, '"domain":') + 9)
            ), 1, 300)
            ELSE '' END
        END
    ) VIRTUAL,
    is_open INTEGER GENERATED ALWAYS AS (
        CASE WHEN replace(replace(summary, '"state":"decided"', ''), '"state":"released"', '') = summary
        AND substr(id, 1, 6) <> 'agent-' AND substr(id, 1, 10) <> 'dialectic-' AND substr(id, 1, 4) <> 'key-'
        AND substr(id, 1, 9) <> 'refusals-' AND substr(id, 1, 5) <> 'call-' AND substr(id, 1, 7) <> 'window-'
        THEN 1 ELSE 0 END
    ) VIRTUAL,
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
    sequence INTEGER NOT NULL,
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
    sequence INTEGER NOT NULL,
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    cohort TEXT NOT NULL,
    look TEXT NOT NULL,
    small_look TEXT NOT NULL,
    standing INTEGER NOT NULL,
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
INSERT INTO {VERSION_TABLE} (version_num) VALUES ('{VERSION}')
"""
NEW_TABLES = tuple(_SCRIPT.split(";"))

"""What is said of a fleet in English."""

PHRASES = {
    "fleet.allowed": "{id}: allowed: {condition}",
    "fleet.crosses": "{id}: not allowed: {condition}",
    "fleet.crossed": "{rule} (found: {found})",
    "fleet.title.agent": "Agent",
    "fleet.title.authority": "Authority",
    "fleet.title.health": "Health",
    "fleet.title.track_record": "Track record",
    "fleet.title.domain": "Domain",
    "fleet.title.freshness": "Freshness",
}

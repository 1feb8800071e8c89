"""The vocabulary of a made-up project: an ERP with portals, integrations, estimates and signed documents."""

PARTS = (
    "estimate calculator", "CRM bridge", "signing chain", "portal shell", "tenant guard", "document store",
    "price list", "order board", "permission matrix", "job queue", "webhook inbox", "mail gateway",
    "audit trail", "search index", "theme registry", "session broker", "rate table", "import wizard",
    "export service", "report builder", "file vault", "notification hub", "calendar feed",
    "contract editor", "stock ledger", "client directory", "partner portal", "warehouse portal",
    "sales portal", "finance portal", "installer portal", "designer portal", "pipeline mapper",
    "discount engine", "tax module", "photo uploader", "template renderer", "number series", "draft cache",
    "health page",
)  # fmt: skip
SCREENS = (
    "overview", "detail page", "settings tab", "approval step", "side panel", "list view", "print preview",
    "wizard", "start page", "login form", "profile card", "filter bar", "bulk dialog", "history tab",
    "calendar", "kanban board", "price sheet", "address form", "upload area", "comment thread",
    "summary row", "error page", "menu", "dashboard",
)  # fmt: skip
FIELDS = (
    "status", "owner", "region code", "due date", "margin", "currency", "tenant id", "stage", "checksum",
    "deal id", "signature", "locale", "rounding mode", "retry count", "source url", "display name", "role",
    "valid until", "unit", "line total", "reference", "parent id", "created by", "time zone",
    "order number", "block hash", "page size", "tag",
)  # fmt: skip
ROLES = (
    "the head of sales", "the estimator", "the warehouse lead", "the accountant", "the installer",
    "the support desk", "the partner manager", "the project owner", "the designer", "the legal team",
    "the new developer", "the auditor",
)  # fmt: skip
CAUSES = (
    "two requests raced for one row", "the cache kept the old tenant", "a migration ran before its data",
    "the proxy cut long headers", "the zone was read from the browser",
    "an enum was renamed on one side only", "the worker lost its lease",
    "a trailing slash doubled the path", "the font had no Cyrillic glyphs",
    "the sum was rounded line by line", "the hook fired before the commit",
    "a null came back as an empty text", "the lock was taken in another order",
    "the mock hid the real status code", "the seed left orphaned rows",
    "the index lacks the deleted flag", "the token outlived its role",
    "a retry sent the mail twice", "the upload was read twice", "a default leaked between tests",
)  # fmt: skip
CURES = (
    "take the lock before the read", "move the check into the guard", "write the key with the tenant in it",
    "pin the order of the steps", "store the zone with the value",
    "share one enum through the contract package", "renew the lease every minute",
    "normalise the path at the edge", "ship the fonts with the service", "round once, at the total",
    "publish after the commit", "refuse the empty text", "sort the ids before locking",
    "call the real service in the nightly run", "clean the seed in one transaction",
    "rebuild the index from the log", "end the session when the role changes", "make the send idempotent",
    "stream the upload", "build the fixture anew for each test",
)  # fmt: skip
VERBS = (
    "checks", "stores", "shows", "rebuilds", "sends", "locks", "hides", "copies", "counts", "renders",
    "filters", "signs", "splits", "merges", "validates", "archives", "refreshes", "maps", "queues",
    "prints",
)  # fmt: skip
DONE = (
    "moved", "renamed", "covered with tests", "split in two", "documented", "made faster",
    "hidden behind a flag", "removed", "rewritten", "checked by hand", "reviewed", "merged",
    "typed strictly", "translated", "measured", "wired to the menu",
)  # fmt: skip
REASONS = (
    "it is read more often than written", "two portals need it", "nobody used the old one",
    "the audit asked for it", "the old way cost a query a row", "support had to explain it weekly",
    "the vendor drops the old call", "tests could not reach it", "it must survive a restart",
    "the contract says so", "a second tenant arrived", "printing needs it",
)  # fmt: skip
PEOPLE = (
    "Zoë", "Jürgen", "Анна", "Søren", "Łukasz", "Мария", "Chloé", "İpek", "José", "Олег",
)  # fmt: skip
MARKS = (
    "✓", "→", "…", "№", "≈", "🚀", "🔧", "漢字", "π", "€",
)  # fmt: skip
"""Names and signs of two, three and four bytes."""
ENDINGS = {
    1: "x", 2: "ok", 3: "now", 4: "done", 5: "later", 6: "weekly", 7: "because", 8: "tomorrow",
    9: "yesterday", 10: "afterwards", 11: "temporarily", 12: "consistently", 13: "automatically",
    14: "asynchronously", 15: "straightforward", 16: "interoperability",
}  # fmt: skip
"""A word of each length, which can stand in the place of another."""

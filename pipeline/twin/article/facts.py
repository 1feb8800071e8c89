"""The few notes that the cases of the twin speak of: how each begins."""

OPENINGS = {
    "docs/memory/rules/shared-authentication.md": """\
# Shared authentication

All roles sign in through one login service. A new portal takes the portal template and the shared
session; it gets a role and a start page, and never a login module of its own.

- Roles are rows of the permission matrix.
- The session broker is the only place that issues tokens.""",
    "docs/memory/decisions/crm-integrations.md": """\
# CRM integrations

A company may have several integrations, one for each sales pipeline.
Each has a name, unique in the company, and a head of sales who answers for it.""",
    "docs/memory/decisions/editor-rules.md": """\
# Rules that the editor loads

A rule with alwaysApply is left out when its front matter has a comment before the first key.
Write the front matter without comments, and name the rule in the plan's checklist.""",
    "docs/memory/decisions/tenancy.md": """\
# Tenancy

Each company is a tenant with a subdomain; every row that belongs to one carries its tenant id.""",
    "docs/memory/status/design-system.md": """\
# Design system

Agreed: what was called Regions is called Cities, in the admin first, then in the portals.""",
}
"""By path the first lines of a note, as long as they fit into its first version."""

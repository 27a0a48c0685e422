// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/edits.css instead.

let pageEditsStyle = StudioAsset(
  path: "/styles/edits.css",
  content: #"""
/* The timeline and the staged edits. */

.commit-side {
  display: flex;
  flex-direction: column;
  flex: none;
  width: 360px;
  min-height: 0;
  border-right: 1px solid var(--line);
}

.commits {
  flex: 1;
  min-height: 0;
  overflow: auto;
}

.commits:focus-visible {
  outline-offset: -2px;
}

.commit {
  padding: 8px 16px;
  border-bottom: 1px solid var(--line);
  cursor: pointer;
}

.commit:hover {
  background: var(--panel);
}

.commit[aria-selected="true"] {
  background: var(--selected);
}

.commit.new {
  animation: show-added 4s ease-out;
}

.commit-line {
  display: flex;
  justify-content: space-between;
  gap: 8px;
}

.commit-tables {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  padding-top: 2px;
}

.commit-table {
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  overflow-wrap: anywhere;
}

.commit-more:has(.button:not([hidden])) {
  padding: 8px 16px;
  border-top: 1px solid var(--line);
}

.commit-detail,
.edits {
  flex: 1;
  min-width: 0;
  padding: 16px;
  overflow: auto;
}

.commit-title {
  margin-bottom: 16px;
  font-size: 15px;
}

.commit-section + .commit-section,
.edits section + section {
  margin-top: 24px;
}

.commit-section h3,
.edits h2 {
  display: flex;
  align-items: center;
  gap: 8px;
  margin-bottom: 8px;
}

.change,
.edit {
  margin-bottom: 8px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  overflow: hidden;
}

.change-head {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  padding: 6px 12px;
  overflow-wrap: anywhere;
}

.change-head a {
  color: var(--accent);
}

.change-head .button {
  margin-left: auto;
}

.before-after {
  width: 100%;
  border-top: 1px solid var(--line);
  border-collapse: collapse;
  table-layout: fixed;
}

.before-after th,
.before-after td {
  padding: 4px 12px;
  text-align: left;
  font-weight: 400;
  vertical-align: top;
  overflow-wrap: anywhere;
}

.before-after th {
  color: var(--text-soft);
}

.before-after del {
  color: var(--removed);
}

.before-after ins {
  color: var(--added);
  text-decoration: none;
}

.edits {
  max-width: 960px;
}

.edit.conflict {
  border-color: var(--removed);
}

.conflict-end {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 8px 12px;
  background: var(--removed-fill);
  color: var(--removed);
}

.conflict-end .words {
  flex: 1 1 200px;
}

.effect {
  padding: 12px 16px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--panel);
}

"""#
)

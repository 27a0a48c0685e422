// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/browse.css instead.

let pageBrowseStyle = StudioAsset(
  path: "/styles/browse.css",
  content: #"""
/* The view of rows: filters, the card of a row, editors and forms. */

.split {
  display: flex;
  flex: 1;
  min-height: 0;
}

.split-main {
  position: relative;
  flex: 1;
  min-width: 0;
}

.said {
  position: absolute;
  right: 16px;
  bottom: 16px;
  left: 16px;
  z-index: 11;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  box-shadow: var(--shadow);
}

.crumbs {
  min-width: 0;
  max-width: 55%;
  overflow: hidden;
}

.crumbs ol {
  display: flex;
  justify-content: flex-end;
}

.crumbs li {
  display: flex;
  align-items: center;
  white-space: nowrap;
}

.crumbs a {
  padding: 4px;
  border-radius: 4px;
  color: var(--accent);
  text-decoration: none;
}

.crumbs a:hover {
  text-decoration: underline;
}

.crumbs .icon {
  width: 12px;
  height: 12px;
  color: var(--text-soft);
}

/* Filters */

.filters {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  padding: 8px 16px;
  border-bottom: 1px solid var(--line);
  background: var(--panel);
}

.chips {
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  width: 100%;
}

.chip {
  display: flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  padding-left: 12px;
  border: 1px solid var(--line-strong);
  border-radius: 16px;
  background: var(--raised);
}

.chip bdi {
  max-width: 240px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.chip-value {
  font-weight: 600;
}

.chip .button {
  width: 28px;
  min-height: 28px;
  border-radius: 14px;
}

.chip .icon {
  width: 12px;
  height: 12px;
}

.filter-form {
  display: flex;
  flex: 1 1 360px;
  gap: 8px;
  min-width: 0;
}

.filter-form select.field {
  max-width: 36%;
}

.filter-form input.field {
  flex: 1;
}

/* The card of a row */

.card {
  flex: none;
  width: 360px;
  border-left: 1px solid var(--line);
  background: var(--page);
  overflow: auto;
}

.card-head {
  position: sticky;
  z-index: 1;
  top: 0;
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 44px;
  padding: 4px 8px 4px 16px;
  border-bottom: 1px solid var(--line);
  background: var(--page);
}

.card-head h2 {
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.card-values > div {
  padding: 8px 16px;
  border-bottom: 1px solid var(--line);
}

.card-values dt {
  display: flex;
  justify-content: space-between;
  gap: 8px;
  color: var(--text-soft);
  font-size: 12px;
}

.card-values dt bdi {
  overflow-wrap: anywhere;
}

.card-values dd {
  overflow-wrap: anywhere;
  white-space: pre-wrap;
}

.card-values dd img {
  display: block;
  max-width: 100%;
  max-height: 320px;
  border: 1px solid var(--line);
}

.card-values dd .button {
  margin: 4px 0 0 8px;
}

.card-relations {
  padding: 16px 8px 8px;
}

.card-relations h3 {
  padding: 0 8px 4px;
  color: var(--text-soft);
  font-size: 12px;
}

.card-relations button {
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  min-height: 40px;
  padding: 4px 8px;
  border: 0;
  border-radius: var(--radius);
  background: transparent;
  text-align: left;
  cursor: pointer;
}

.card-relations button:hover:enabled {
  background: var(--hover);
}

.card-relations button:disabled {
  color: var(--text-soft);
  cursor: default;
}

.card-relations .icon {
  color: var(--text-soft);
}

.relation-name {
  display: flex;
  flex-direction: column;
  min-width: 0;
  font-weight: 500;
  line-height: 16px;
}

.relation-name .soft {
  font-size: 12px;
  font-weight: 400;
}

.card-relations .rest {
  margin-left: auto;
  max-width: 45%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.card .columns,
.card > p,
.card > details {
  margin: 8px 16px;
}

/* The editor of a cell, and forms */

.cell-editor {
  position: absolute;
  z-index: 10;
  padding: 4px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--raised);
  box-shadow: var(--shadow);
}

.cell-editor .field {
  display: block;
  width: 100%;
  resize: vertical;
}

.cell-editor-end {
  display: flex;
  gap: 4px;
  padding-top: 4px;
}

.value-editor .field {
  display: block;
  width: 100%;
  margin-bottom: 8px;
  font-family: var(--mono);
  resize: vertical;
}

.form-line {
  display: flex;
  align-items: center;
  gap: 8px 12px;
  padding: 4px 0;
}

.form-line label {
  flex: 0 0 40%;
  min-width: 0;
  overflow-wrap: anywhere;
}

.form-line .field {
  flex: 1;
}

.dialog-body.form-line {
  padding: 16px 20px;
}

.key-group + .key-group {
  margin-top: 20px;
}

.key-group h3 {
  margin-bottom: 8px;
}

.grid-row .grid-cell.staged-below {
  box-shadow: inset 0 -2px var(--removed);
}

.row-staged .sign-column {
  color: var(--changed);
}

"""#
)

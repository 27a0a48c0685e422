// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/sql.css instead.

let pageSqlStyle = StudioAsset(
  path: "/styles/sql.css",
  content: #"""
/* The view for SQL, plans and charts. */

.sql-top {
  flex: none;
  border-bottom: 1px solid var(--line);
}

.sql-editor {
  position: relative;
  height: 160px;
  overflow: visible;
  border-bottom: 1px solid var(--line);
}

.sql-copy,
.sql-text {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  padding: 12px 16px;
  overflow: auto;
  border: 0;
  font: 13px/20px var(--mono);
  tab-size: 2;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.sql-copy {
  pointer-events: none;
  scrollbar-gutter: stable;
  overflow: hidden;
}

.sql-text {
  z-index: 1;
  background: transparent;
  color: transparent;
  caret-color: var(--text);
  resize: none;
  scrollbar-gutter: stable;
}

.sql-text::placeholder {
  color: var(--text-soft);
}

.sql-text::selection {
  background: light-dark(#b9ccff80, #3a68da80);
  color: transparent;
}

.sql-text:focus {
  outline: 2px solid var(--accent);
  outline-offset: -2px;
}

.sql-keyword {
  color: var(--keyword);
  font-weight: 600;
}

.sql-string {
  color: var(--string);
}

.sql-number,
.sql-parameter {
  color: var(--number);
}

.sql-comment {
  color: var(--text-soft);
  font-style: italic;
}

.sql-error {
  background: var(--removed-fill);
  text-decoration: underline wavy var(--removed);
  text-underline-offset: 3px;
}

.completions {
  position: absolute;
  z-index: 6;
  width: 240px;
  max-height: 240px;
  padding: 4px;
  overflow: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--raised);
  box-shadow: var(--shadow);
}

.completions li {
  display: flex;
  justify-content: space-between;
  gap: 8px;
  padding: 4px 8px;
  border-radius: 4px;
  font: 12.5px/20px var(--mono);
  cursor: pointer;
}

.completions li[aria-selected="true"] {
  background: var(--selected);
}

.completions .soft {
  overflow: hidden;
  font-family: var(--sans);
  font-size: 12px;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.sql-actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 8px 16px;
}

.sql-parameters {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  padding: 0 16px;
}

.sql-parameters label {
  display: flex;
  align-items: center;
  gap: 8px;
  padding-top: 8px;
}

.tab-bar {
  display: flex;
  padding: 7px 16px;
  border-bottom: 1px solid var(--line);
}

.panel {
  position: relative;
  flex: 1;
  min-height: 0;
}

.plan {
  height: 100%;
  padding: 16px;
  overflow: auto;
}

.plan-summary {
  display: flex;
  align-items: center;
  gap: 8px;
  margin-bottom: 12px;
  font-weight: 500;
}

.plan-level .plan-level {
  margin-left: 8px;
  padding-left: 16px;
  border-left: 1px solid var(--line-strong);
}

.plan-node {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  padding: 6px 0;
  overflow-wrap: anywhere;
}

.plan-node .icon {
  width: 12px;
  height: 12px;
}

/* Charts */

.chart-panel {
  display: flex;
  flex-direction: column;
  height: 100%;
}

.chart-options {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  padding: 8px 16px;
  border-bottom: 1px solid var(--line);
}

.chart-body {
  display: flex;
  flex: 1;
  min-height: 0;
}

.chart {
  flex: 1;
  min-width: 0;
  padding: 16px;
  overflow: auto;
}

.chart svg:not(.icon) {
  display: block;
  width: 100%;
  max-height: 100%;
}

.chart-grid {
  stroke: var(--line);
}

.chart-text {
  fill: var(--text-soft);
  font-size: 12px;
}

.chart-line {
  fill: none;
  stroke: var(--chart-1);
  stroke-width: 2;
  stroke-linejoin: round;
}

.chart-point,
.chart-bar {
  fill: var(--chart-1);
}

.chart-bar:hover {
  opacity: 0.8;
}

.chart-table {
  flex: none;
  width: 320px;
  border-left: 1px solid var(--line);
  overflow: auto;
}

.chart-table table {
  width: 100%;
  border-collapse: collapse;
}

.chart-table th,
.chart-table td {
  padding: 4px 12px;
  border-bottom: 1px solid var(--line);
  text-align: left;
  overflow-wrap: anywhere;
}

.chart-table .number {
  text-align: right;
  white-space: nowrap;
}

"""#
)

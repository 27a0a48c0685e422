// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/schema.css instead.

let pageSchemaStyle = StudioAsset(
  path: "/styles/schema.css",
  content: #"""
/* The diagram of the schema and its list. */

.diagram-body {
  height: 100%;
  padding: 16px;
  overflow: auto;
}

.zoom {
  position: absolute;
  right: 24px;
  bottom: 24px;
  display: flex;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--raised);
  box-shadow: var(--shadow);
}

.zoom .button {
  border: 0;
  background: transparent;
}

.diagram {
  display: block;
  font-family: var(--sans);
}

.box {
  cursor: pointer;
}

.box-frame {
  fill: var(--raised);
  stroke: var(--line-strong);
}

.box-head {
  fill: var(--hover);
}

.box:hover .box-frame {
  stroke: var(--field-line);
}

.box:focus-visible {
  outline: none;
}

.box.chosen .box-frame,
.box:focus-visible .box-frame {
  stroke: var(--accent);
  stroke-width: 2;
}

.box.chosen .box-head {
  fill: var(--selected);
}

.box-title {
  fill: var(--text);
  font-size: 13px;
  font-weight: 600;
}

.box-column {
  fill: var(--text);
  font-size: 12px;
}

.box-column.key {
  font-weight: 600;
}

.box-type {
  fill: var(--text-soft);
  font-size: 11px;
}

.dim {
  opacity: 0.3;
}

.line path {
  fill: none;
  stroke: var(--field-line);
  stroke-width: 1.25;
}

.line circle {
  fill: var(--field-line);
}

.line.chosen path {
  stroke: var(--accent);
  stroke-width: 2;
}

.line.chosen circle {
  fill: var(--accent);
}

.schema-list {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(360px, 100%), 1fr));
  gap: 16px;
  align-items: start;
}

.schema-list section {
  padding: 12px 16px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  overflow-wrap: anywhere;
}

.schema-list h2 {
  display: flex;
  gap: 8px;
}

.schema-list a {
  color: var(--accent);
}

.columns {
  width: 100%;
  margin: 8px 0;
  border-collapse: collapse;
}

.card .columns {
  width: calc(100% - 32px);
}

.columns th,
.columns td {
  padding: 4px 8px 4px 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
  overflow-wrap: break-word;
}

.columns tbody th {
  font-weight: 500;
}

.columns .icon {
  width: 12px;
  height: 12px;
  margin-right: 4px;
  vertical-align: -1px;
  color: var(--text-soft);
}

details summary {
  padding: 4px 0;
  color: var(--text-soft);
  cursor: pointer;
}

.definition {
  padding: 8px 12px;
  border-radius: var(--radius);
  background: var(--panel);
  overflow: auto;
}

"""#
)

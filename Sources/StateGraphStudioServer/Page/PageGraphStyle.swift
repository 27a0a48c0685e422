// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/graph.css instead.

let pageGraphStyle = StudioAsset(
  path: "/styles/graph.css",
  content: #"""
/* The graph of an app and the course of its commits. */

.place {
  color: var(--text-soft);
  font-size: 12px;
  overflow-wrap: anywhere;
}

.node-link {
  min-width: 0;
  color: var(--accent);
  overflow-wrap: anywhere;
}

/* The words for screen readers in it must not make the page higher. */
.commit-tables {
  position: relative;
}

.node-side {
  flex: none;
  width: 264px;
  padding: 12px 16px;
  border-right: 1px solid var(--line);
  overflow: auto;
}

.node-side h2:not(:first-child) {
  margin-top: 24px;
}

.node-side li {
  display: flex;
  flex-wrap: wrap;
  gap: 0 8px;
  padding: 6px 0;
  border-bottom: 1px solid var(--line);
}

.node-side .place {
  flex-basis: 100%;
}

.split.graph .split-main {
  min-height: 0;
}

.graph-rest {
  position: sticky;
  left: 0;
  width: fit-content;
  margin-top: 16px;
}

.node-sign {
  fill: var(--text-soft);
}

.node-computed .node-sign {
  fill: var(--accent);
}

.node-observer .node-sign {
  fill: var(--added);
}

.box.woken .box-frame {
  fill: var(--changed-fill);
  stroke: var(--changed);
}

.box.woken .box-type {
  fill: var(--text);
}

.graph-drawing .line.chosen path {
  stroke: var(--changed);
}

.node-lists {
  display: grid;
  gap: 24px;
  max-width: 720px;
}

.node-lists li {
  padding: 8px 0;
  border-bottom: 1px solid var(--line);
}

.node-line {
  display: flex;
  flex-wrap: wrap;
  gap: 0 8px;
}

.fall-section + .fall-section {
  margin-top: 24px;
}

.fall-section h3 {
  margin-bottom: 4px;
}

.fall-section h3 .soft {
  font-weight: 400;
}

.fall {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(72px, 176px) 64px;
  align-items: center;
  gap: 2px 16px;
  min-height: 32px;
  padding: 5px 0;
  border-bottom: 1px solid var(--line);
}

.plain-fall {
  grid-template-columns: minmax(0, 1fr);
}

.fall-what {
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  min-width: 0;
}

.fall-what > * {
  min-width: 0;
  overflow-wrap: anywhere;
}

.fall[data-depth="1"] .fall-what {
  padding-left: 16px;
}

.fall[data-depth="2"] .fall-what {
  padding-left: 32px;
}

.fall[data-depth="3"] .fall-what {
  padding-left: 48px;
}

.fall[data-depth="4"] .fall-what,
.fall[data-depth="5"] .fall-what,
.fall[data-depth="6"] .fall-what {
  padding-left: 64px;
}

.fall-why {
  grid-column: 1;
  color: var(--text-soft);
  overflow-wrap: anywhere;
}

.fall-bar {
  grid-row: 1;
  grid-column: 2;
  width: 100%;
  height: 8px;
}

.fall-track {
  fill: var(--line);
}

.fall-span {
  fill: var(--chart-1);
}

.fall-time {
  grid-row: 1;
  grid-column: 3;
  color: var(--text-soft);
  text-align: right;
  white-space: nowrap;
}

.fall[data-depth="1"] .fall-why {
  padding-left: 16px;
}

.fall[data-depth="2"] .fall-why {
  padding-left: 32px;
}

@media (max-width: 760px) {
  .split.graph {
    flex-direction: column;
  }

  .node-side {
    width: auto;
    max-height: 40%;
    border-right: 0;
    border-bottom: 1px solid var(--line);
  }

  .fall {
    grid-template-columns: minmax(0, 1fr) 64px;
  }

  .plain-fall {
    grid-template-columns: minmax(0, 1fr);
  }

  .fall-why {
    grid-column: 1 / -1;
  }

  .fall-bar {
    grid-row: auto;
    grid-column: 1 / -1;
  }

  .fall-time {
    grid-column: 2;
  }
}

"""#
)

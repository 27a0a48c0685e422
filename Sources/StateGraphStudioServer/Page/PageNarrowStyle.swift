// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/styles/narrow.css instead.

let pageNarrowStyle = StudioAsset(
  path: "/styles/narrow.css",
  content: #"""
/* All views on a narrow page. */

@media (max-width: 760px) {
  .card {
    position: fixed;
    z-index: 15;
    inset: 0;
    width: auto;
    border: 0;
  }

  .crumbs {
    order: 3;
    max-width: 100%;
    width: 100%;
    overflow: auto;
  }

  .crumbs ol {
    justify-content: flex-start;
  }

  .filters,
  .sql-actions,
  .tab-bar,
  .chart-options {
    padding-inline: 12px;
  }

  .filter-form {
    flex-wrap: wrap;
    flex-basis: 100%;
  }

  .filter-form select.field {
    flex: 1 1 40%;
    max-width: none;
  }

  .filter-form input.field {
    flex: 1 1 50%;
  }

  .split.timeline {
    flex-direction: column;
  }

  .commit-side {
    width: auto;
    height: 45%;
    border-right: 0;
    border-bottom: 1px solid var(--line);
  }

  .chart-body {
    flex-direction: column;
    overflow: auto;
  }

  .chart {
    flex: none;
  }

  .chart-table {
    width: auto;
    border-left: 0;
    border-top: 1px solid var(--line);
    overflow: visible;
  }

  .sql-editor {
    height: 128px;
  }

  .form-line {
    flex-wrap: wrap;
  }

  .form-line label {
    flex-basis: 100%;
  }

  .bar h1 {
    flex: 1 1 64px;
    font-size: 14px;
  }

  .bar > .field {
    flex: 1 1 120px;
  }
}

"""#
)

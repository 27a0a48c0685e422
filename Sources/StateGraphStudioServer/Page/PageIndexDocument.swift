// swift-format-ignore-file
// Scripts/studio-assets wrote this file. Change Studio/index.html instead.

let pageIndexDocument = StudioAsset(
  path: "/index.html",
  content: #"""
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Studio</title>
    <link rel="stylesheet" href="/styles/design.css">
    <link rel="stylesheet" href="/styles/shell.css">
    <link rel="stylesheet" href="/styles/grid.css">
    <link rel="stylesheet" href="/styles/browse.css">
    <link rel="stylesheet" href="/styles/sql.css">
    <link rel="stylesheet" href="/styles/schema.css">
    <link rel="stylesheet" href="/styles/edits.css">
    <link rel="stylesheet" href="/styles/graph.css">
    <link rel="stylesheet" href="/styles/narrow.css">
    <script type="module" src="/scripts/main.js"></script>
    <link rel="modulepreload" href="/scripts/ability.js">
    <link rel="modulepreload" href="/scripts/announce.js">
    <link rel="modulepreload" href="/scripts/api.js">
    <link rel="modulepreload" href="/scripts/array-source.js">
    <link rel="modulepreload" href="/scripts/ask.js">
    <link rel="modulepreload" href="/scripts/browse.js">
    <link rel="modulepreload" href="/scripts/card.js">
    <link rel="modulepreload" href="/scripts/cell-editor.js">
    <link rel="modulepreload" href="/scripts/chart.js">
    <link rel="modulepreload" href="/scripts/connection.js">
    <link rel="modulepreload" href="/scripts/diagram-drawing.js">
    <link rel="modulepreload" href="/scripts/diagram.js">
    <link rel="modulepreload" href="/scripts/dialog.js">
    <link rel="modulepreload" href="/scripts/dom.js">
    <link rel="modulepreload" href="/scripts/edit-memory.js">
    <link rel="modulepreload" href="/scripts/edit-stage.js">
    <link rel="modulepreload" href="/scripts/edits.js">
    <link rel="modulepreload" href="/scripts/falls.js">
    <link rel="modulepreload" href="/scripts/filters.js">
    <link rel="modulepreload" href="/scripts/follow.js">
    <link rel="modulepreload" href="/scripts/graph-drawing.js">
    <link rel="modulepreload" href="/scripts/graph.js">
    <link rel="modulepreload" href="/scripts/grid-columns.js">
    <link rel="modulepreload" href="/scripts/grid-keys.js">
    <link rel="modulepreload" href="/scripts/grid.js">
    <link rel="modulepreload" href="/scripts/keys.js">
    <link rel="modulepreload" href="/scripts/live.js">
    <link rel="modulepreload" href="/scripts/neighbours.js">
    <link rel="modulepreload" href="/scripts/nodes.js">
    <link rel="modulepreload" href="/scripts/plan.js">
    <link rel="modulepreload" href="/scripts/route.js">
    <link rel="modulepreload" href="/scripts/row-count.js">
    <link rel="modulepreload" href="/scripts/row-form.js">
    <link rel="modulepreload" href="/scripts/rows-source.js">
    <link rel="modulepreload" href="/scripts/schema.js">
    <link rel="modulepreload" href="/scripts/scroll.js">
    <link rel="modulepreload" href="/scripts/side.js">
    <link rel="modulepreload" href="/scripts/sql-editor.js">
    <link rel="modulepreload" href="/scripts/sql-words.js">
    <link rel="modulepreload" href="/scripts/sql.js">
    <link rel="modulepreload" href="/scripts/states.js">
    <link rel="modulepreload" href="/scripts/stream.js">
    <link rel="modulepreload" href="/scripts/text.js">
    <link rel="modulepreload" href="/scripts/theme.js">
    <link rel="modulepreload" href="/scripts/timeline.js">
    <link rel="modulepreload" href="/scripts/value-editor.js">
    <link rel="modulepreload" href="/scripts/values.js">
    <link rel="modulepreload" href="/scripts/waterfall.js">
  </head>
  <body>
    <studio-app></studio-app>
    <noscript>Studio needs JavaScript.</noscript>
  </body>
</html>

"""#
)

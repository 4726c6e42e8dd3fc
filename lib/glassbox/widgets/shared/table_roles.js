// Tables that the style lays out as something else stay tables.

/** Roles that a table's parts keep when the style lays them out as something else. */
export function keepTableRoles(node) {
  const roles = {
    table: "table",
    "thead, tbody, tfoot": "rowgroup",
    tr: "row",
    td: "cell",
    "th[scope=col]": "columnheader",
    "th[scope=row]": "rowheader",
  };
  for (const [selector, role] of Object.entries(roles)) {
    if (node.matches(selector)) node.setAttribute("role", role);
    for (const part of node.querySelectorAll(selector)) part.setAttribute("role", role);
  }
  return node;
}

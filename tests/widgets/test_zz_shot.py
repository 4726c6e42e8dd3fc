from glassbox.widgets import ReadingArcs, TransformerMap


def test_shot(show):
    watched, arcs, root = show(ReadingArcs(), TransformerMap(), width=390, height=844)
    for p in ["source_tokens", "encoder_self_attention", "memory", "softmax"]:
        root.locator(f"[data-action={p}]").evaluate("n => n.click()")
        watched.page.wait_for_timeout(600)
        print(p, root.locator(".gb-view").evaluate("v => [v.scrollTop, v.scrollHeight, v.clientHeight]"))
    root.locator("[data-action=source_tokens]").evaluate("n => n.click()")
    for i in range(8):
        print(i, root.locator(".gb-view").evaluate("v => [v.scrollTop, v.scrollHeight, v.clientHeight]"), root.locator(".gb-name").inner_text())
        root.locator("[data-action=next]").click()

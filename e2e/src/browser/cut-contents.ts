import type { Page } from 'playwright-core';

/**
 * Finds texts, buttons and inputs that a box cuts off, so that no user can scroll to them. Each result has the form
 * `what: where, cut by what`. A text that ends with an ellipsis is allowed if its title contains the complete text.
 */
export function cutContents(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(findCut);
}

/**
 * This code runs in the page. A box with scrollable content must itself be visible, and none of its content may lie
 * before its start.
 */
const findCut = String.raw`(() => {
  const leeway = 1.5;
  const axes = [['X', 'left', 'right'], ['Y', 'top', 'bottom']];
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const nameOf = (element) => [element.localName, ...element.classList].join('.');
  const isForReadersOnly = (element) => {
    const { clipPath, clip, overflowX } = styleOf(element);
    const { width, height } = element.getBoundingClientRect();
    return clipPath !== 'none' || clip !== 'auto' || (overflowX !== 'visible' && width <= 1 && height <= 1);
  };
  const around = (element) => {
    const boxes = [];
    let { position } = styleOf(element);
    for (let parent = element.parentElement; parent !== null && position !== 'fixed'; parent = parent.parentElement) {
      const style = styleOf(parent);
      if (position === 'absolute' && style.position === 'static' && style.transform === 'none') continue;
      boxes.push(parent);
      position = style.position;
    }
    return boxes;
  };
  const innerBox = (element) => {
    const { left, top } = element.getBoundingClientRect();
    const from = { left: left + element.clientLeft, top: top + element.clientTop };
    if (element instanceof SVGElement) return element.getBoundingClientRect();
    return { ...from, right: from.left + element.clientWidth, bottom: from.top + element.clientHeight };
  };
  const isTold = (element, text, box) =>
    styleOf(box).textOverflow === 'ellipsis' && (element.closest('[title]')?.title.includes(text) ?? false);
  const cutBy = (element, places, text) => {
    for (const [axis, start, end] of axes) {
      let seen = places;
      for (const box of text === '' ? around(element) : [element, ...around(element)]) {
        // The root and the body element do not cut off content themselves; the window does.
        if (box === document.body || box === document.documentElement) break;
        const overflow = styleOf(box)['overflow' + axis];
        if (overflow === 'visible') continue;
        const inner = innerBox(box);
        if (overflow === 'auto' || overflow === 'scroll') {
          const before = axis === 'X' ? box.scrollLeft : box.scrollTop;
          if (seen.some((place) => place[start] + before < inner[start] - leeway)) return box;
          seen = [box.getBoundingClientRect()];
        } else if (seen.some((place) => place[start] < inner[start] - leeway || place[end] > inner[end] + leeway)) {
          if (!isTold(element, text, box)) return box;
          seen = [inner];
        }
      }
      const before = axis === 'X' ? scrollX : scrollY;
      if (styleOf(element).position !== 'fixed' && seen.some((place) => place[start] + before < -leeway)) {
        return document.documentElement;
      }
    }
    return undefined;
  };
  const found = new Set();
  const judge = (element, places, text) => {
    const seen = places.filter(({ width, height }) => width > 0 && height > 0);
    if (seen.length === 0 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    const box = cutBy(element, seen, text);
    if (box === undefined) return;
    if ([element, ...around(element)].some(isForReadersOnly)) return;
    found.add((text || 'a control').slice(0, 60) + ': ' + nameOf(element) + ', cut by ' + nameOf(box));
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const text = node.data.trim();
    if (text === '' || node.parentElement.closest('script, style, option, textarea, noscript') !== null) continue;
    range.selectNodeContents(node);
    judge(node.parentElement, [...range.getClientRects()], text);
  }
  for (const control of document.querySelectorAll('input, select, textarea, button, img, progress')) {
    judge(control, [control.getBoundingClientRect()], '');
  }
  return [...found];
})()`;

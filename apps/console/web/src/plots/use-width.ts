import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns the current width of an element in pixels. The width is 0 until the element is drawn. */
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

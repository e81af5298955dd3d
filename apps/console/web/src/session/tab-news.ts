/** Messages about the session between the tabs of one browser. */
export type TabNews = 'signed-in' | 'signed-out';

const name = 'console-session';

export function tellTabs(news: TabNews): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(news);
  channel.close();
}

/** @returns ends the listening */
export function listenToTabs(listener: (news: TabNews) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => listener(data));
  return () => channel.close();
}

export { FileCursorStore } from './file-cursor-store.js';
export { FileTokenStore } from './file-token-store.js';
export { nodeFetch } from './node-fetch.js';
export { type Proxy, proxyFor } from './proxy.js';

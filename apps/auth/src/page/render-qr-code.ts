import { encodeQR } from 'qr';
import { type Html, html } from './html.js';

/** The empty modules around the code, which readers need. */
const border = 4;

/** Draws a text as a QR code, in the page itself: the page loads nothing. */
export function renderQrCode(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  const size = rows.length;
  const dark = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark}" fill="#000"/></svg>`;
}

import { encodeQR } from 'qr';
import { type Html, html } from './html.js';

/** The number of empty modules around the code. Scanners need this margin. */
const border = 4;

/** Draws a text as a QR code. The drawing is part of the page, because the page may load nothing. */
export function renderQrCode(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  const size = rows.length;
  const dark = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark}" fill="#000"/></svg>`;
}

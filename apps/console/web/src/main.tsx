import { render } from 'preact';
import { App } from './app.js';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/forms.css';
import './style/tables.css';
import './style/plots.css';
import './style/batches.css';
import './style/records.css';
import './style/delivery.css';
import './style/orders.css';
import './style/partners.css';
import './style/slips.css';
import './style/events.css';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);

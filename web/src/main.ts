import { mount } from 'svelte';
import App from './App.svelte';
import './generated/tokens.css';
import './app.css';
import './controls.css';
import './panels.css';
import './print.css';

// The hall opens without a connection, too. Where that is not possible, everything else goes on.
if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/service_worker.js').catch(() => undefined));

mount(App, { target: document.getElementById('app')! });

import { mount } from 'svelte';
import App from './App.svelte';
import { fetchAhead } from './pages/later';
import { breath } from './parts/breath';
import { route } from './route.svelte';
import './generated/tokens.css';
import './app.css';
import './controls.css';
import './panels.css';
import './print.css';

// The hall opens without a connection, too. Where that is not possible, everything else goes on.
if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/service_worker.js').catch(() => undefined));

// What the page is about stands there already, until the page itself can take its place.
const place = document.getElementById('app')!;
void fetchAhead(route.now.page)
  .then(breath)
  .then(() => {
    place.replaceChildren();
    mount(App, { target: place });
  });

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

const STANDS = 2000; // milliseconds after it was loaded, a page is drawn

// The hall opens without a connection, too. What that needs is fetched once this page stands: all other pages' files
// would only keep it waiting. Where it is not possible, everything else goes on.
const openWithoutNet = (): unknown => navigator.serviceWorker.register('/service_worker.js').catch(() => undefined);
if ('serviceWorker' in navigator) addEventListener('load', () => setTimeout(openWithoutNet, STANDS));

// What the page is about stands there already, until the page itself can take its place.
const place = document.getElementById('app')!;
void fetchAhead(route.now.page)
  .then(breath)
  .then(() => {
    place.replaceChildren();
    mount(App, { target: place });
  });

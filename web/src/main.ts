// The page starts here.

import { mount } from 'svelte';
import App from './App.svelte';
import { keep } from './lib/prefs.svelte';
import './app.css';

keep();
mount(App, { target: document.getElementById('app')! });

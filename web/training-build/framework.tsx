import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Bridge, type StartupArguments } from './bridge/bridge.js';
import { PlatformApi } from './bridge/platform-api.js';
import { FlightModule, type FlightModuleExports } from './flight/flight-module.js';
import { FlightView } from './scene/flight-view.js';
import { Sound } from './sound/sound.js';
import { App } from './screens/app.js';
import attempt from './screens/attempt.css?inline';
import controls from './screens/controls.css?inline';
import flight from './screens/flight.css?inline';
import styles from './screens/game.css?inline';
import replay from './screens/replay/replay.css?inline';
import sensor from './screens/sensor.css?inline';
import plot from './screens/plot/plot.css?inline';
import plotLayout from './screens/plot/plot-layout.css?inline';
import smallScreen from './screens/small-screen.css?inline';

/** SHA-256 of the flight module that was built with this framework. */
declare const FLIGHT_MODULE_HASH: string;

/** Input of the framework: the canvas of the page and the exports of the compiled flight module. */
export interface GameModule {
  canvas: HTMLCanvasElement;
  code: FlightModuleExports;
}

/** Handle of a running game for the loader's `SendMessage` and `Quit`. */
export interface RunningGame {
  receive(object: string, method: string, parameter?: string | number): void;
  stop(): void;
}

/** Starts the game over the canvas. It waits for its startup arguments and for `Initialize`. */
export function start({ canvas, code }: GameModule): RunningGame {
  const overlay = document.createElement('div');
  overlay.className = 'rr-game';
  const style = document.createElement('style');
  style.textContent = styles + controls + flight + attempt + smallScreen + sensor + replay + plot + plotLayout;
  const surface = document.createElement('div');
  surface.className = 'surface';
  const screens = document.createElement('div');
  overlay.append(style, surface, screens);
  const frame = canvas.parentElement!;
  if (getComputedStyle(frame).position === 'static') frame.style.position = 'relative';
  frame.append(overlay);

  const flightModule = new FlightModule(code, FLIGHT_MODULE_HASH);
  const view = new FlightView(canvas, surface, flightModule);
  const root = createRoot(screens);
  const queries = new QueryClient();
  let sound: Sound | undefined;
  const bridge = new Bridge((startup: StartupArguments) => {
    sound = new Sound(startup.userId);
    root.render(
      <QueryClientProvider client={queries}>
        <App game={{ bridge, startup, view, sound, flightModule, api: new PlatformApi(startup) }} />
      </QueryClientProvider>,
    );
  });
  return {
    receive: (...message) => bridge.receive(...message),
    stop: () => {
      root.unmount();
      view.dispose();
      sound?.dispose();
      overlay.remove();
    },
  };
}

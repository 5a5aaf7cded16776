import { defineMessages } from '../../shared/messages/messages.js';

export const gameMessages = defineMessages('game', {
  title: 'Game',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  leaveByKeyboard: 'Shift+Esc leaves the game',
  loading: {
    label: 'The game',
    percent: (percent: number) => `Loading... ${percent}%`,
    megabytes: (arrived: string, total: string) => `${arrived} of ${total} MB`,
    starting: 'Starting the game',
    /** Text for screen readers. */
    progress: (percent: number, detail: string) => `${percent}%, ${detail}`,
  },
  broken: {
    title: 'The game could not be loaded.',
    noBuild: 'No game is installed on this server. Contact your administrator.',
    notLoaded: 'Check your connection. If the problem persists, contact your administrator.',
    noWebgl:
      'This browser cannot draw 3D graphics (WebGL). Turn on hardware acceleration in its settings, or use another browser or device.',
    retry: 'Retry',
  },
  replay: {
    theFlight: 'The flight',
    reported: 'What the game reported',
    points: (score: number, max: number, passed: boolean) =>
      `${score} of ${max} points, ${passed ? 'passed' : 'not passed'}.`,
    noInputs: 'The inputs of this flight were not recorded or are no longer kept.',
    onlyReported: 'This game cannot replay flights.',
    leave: 'Leave the replay',
  },
  isolation: {
    title: 'This game cannot run on this page.',
    headersMissing:
      'It uses threads, which browsers allow only with the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy. These headers are missing. Reload the page. If the problem persists, ask your administrator to let these headers pass.',
    httpsMissing:
      'It uses threads, which browsers allow only over HTTPS or on the server itself. Open this page with an address that starts with https://, or ask your administrator to set up HTTPS.',
    reload: 'Reload',
  },
});

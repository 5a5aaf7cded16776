// Runs in every browser, also without module scripts: no syntax after 2009 in this file.
(function () {
  'use strict';
  // Exists since Safari 16.4, Firefox 115 and Chromium 121.
  if (typeof Array.fromAsync === 'function') return;
  var notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.style.cssText = 'margin: 0; padding: 16px; background: #fff0d2; color: #131c24; font: 16px sans-serif;';
  notice.textContent =
    'This browser is too old for Ready Room. Update it, or use Safari 16.4 or newer, Firefox 140 or newer, or a ' +
    'Chrome or Edge of the last two years.';
  document.body.insertBefore(notice, document.body.firstChild);
})();

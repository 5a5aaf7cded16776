import { safeFileName } from './file-name.rule.js';

it('replaces characters that file names must not contain', () => {
  expect(safeFileName('Quiz Results - a/b:c*d?e"f<g>h|i\\j')).toBe('Quiz Results - a_b_c_d_e_f_g_h_i_j');
  expect(safeFileName('../../etc\r\npasswd\u202egpj.exe\ud800')).toBe('.._.._etc__passwd_gpj.exe_');
  expect(safeFileName('Prüfung „Müll“ 操作 🚀')).toBe('Prüfung „Müll“ 操作 🚀');
  expect(safeFileName('🚀'.repeat(500))).toBe('🚀'.repeat(200));
});

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findBuild } from './unity-export.js';
import { GameFolder } from './testing/game-folder.js';

let folder: GameFolder;

beforeEach(async () => {
  folder = await GameFolder.make();
});
afterEach(() => folder.remove());

const find = (name?: string) => findBuild({ folder: folder.path, name });
const refusal = async (name?: string): Promise<string> => {
  const reason = await find(name).then(String, (error: Error) => error.message);
  return reason.replace(folder.path, 'FOLDER');
};

/** Returns the script of Unity's template for a build with the given names. */
const template = (name: string, packed = '', more = ''): string => `<script>
  // a comment with companyName in it
  var buildUrl = "Build";
  var loaderUrl = buildUrl + "/${name}.loader.js";
  var config = {
    arguments: [],
    dataUrl: buildUrl + "/${name}.data${packed}",
    frameworkUrl: buildUrl + "/${name}.framework.js${packed}",
    codeUrl: buildUrl + "/${name}.wasm${packed}",
    ${more}streamingAssetsUrl: "StreamingAssets",
    companyName: "Näh & \\"Co\\"",
    productName: "It's a game",
    productVersion: "1.2.3",
    showBanner: unityShowBanner,
  };
</script>`;

describe('finds the files', () => {
  it('of a folder that contains only the build', async () => {
    await folder.build('Build');
    expect(await find()).toEqual({
      name: 'Build',
      files: {
        loader: 'Build.loader.js',
        data: 'Build.data',
        framework: 'Build.framework.js',
        code: 'Build.wasm',
        symbols: null,
        worker: null,
      },
      page: { files: {}, streamingAssetsUrl: undefined, companyName: '', productName: '', productVersion: '' },
    });
  });

  it.each(['', '.gz', '.br', '.unityweb'] as const)(
    'of an export compressed as "%s", with its page',
    async (packed) => {
      const name = 'My Game 1.0 (büro) 100%';
      await folder.build(name, packed, 'Build');
      await folder.write('index.html', template(name, packed));
      await folder.write('TemplateData/style.css', '');
      const { files, page } = await find();
      expect(files).toMatchObject({ loader: `Build/${name}.loader.js`, code: `Build/${name}.wasm${packed}` });
      expect(page).toMatchObject({
        streamingAssetsUrl: 'StreamingAssets',
        companyName: 'Näh & "Co"',
        productName: "It's a game",
        productVersion: '1.2.3',
      });
    },
  );

  it('whose names are hashes, without an index.html', async () => {
    const names = [
      'aa.loader.js',
      'bb.data.br',
      'cc.framework.js.br',
      'dd.wasm.br',
      'ee.symbols.json.br',
      'ff.worker.js',
    ];
    for (const name of names) await folder.write(`Build/${name}`, '');
    await folder.write('Build/._aa.loader.js', 'of another system');
    expect(Object.values((await find()).files)).toEqual(names.map((name) => `Build/${name}`));
  });

  it.each([
    [
      'single quotes and assignments',
      `buildUrl = 'Build'; config.dataUrl = buildUrl + '/new.data'; config["codeUrl"]='Build/new.wasm'`,
    ],
    [
      'quoted keys',
      `{"loaderUrl": "./Build/new.loader.js", "dataUrl": "Build/new.data", 'codeUrl': "Build/new%2Ewasm"}`,
    ],
    [
      'a script element',
      '<script src="Build/new.loader.js"></script> {dataUrl: "Build/new.data", codeUrl: "Build/new.wasm"}',
    ],
  ])('that a page names with %s, although older files remain', async (_with, html) => {
    await folder.write('Build/new.loader.js', '');
    for (const age of ['old', 'new']) {
      for (const ending of ['data', 'framework.js', 'wasm']) await folder.write(`Build/${age}.${ending}`, '');
    }
    await folder.write('index.html', html);
    expect(Object.values((await find()).files)).toEqual([
      'Build/new.loader.js',
      'Build/new.data',
      'Build/new.framework.js',
      'Build/new.wasm',
      null,
      null,
    ]);
  });

  it('that the page names with another compression', async () => {
    await folder.build('Game', '', 'Build');
    await folder.write('index.html', template('Game', '.gz'));
    expect((await find()).files.data).toBe('Build/Game.data');
  });

  it('with symbols and a worker', async () => {
    await folder.build('Game', '.gz');
    await folder.write('Game.symbols.json.gz', '');
    await folder.write('Game.worker.js', '');
    expect((await find()).files).toMatchObject({ symbols: 'Game.symbols.json.gz', worker: 'Game.worker.js' });
  });

  it('in the smallest form that browsers unpack', async () => {
    for (const packed of ['', '.unityweb', '.gz'] as const) await folder.build('Game', packed);
    expect((await find()).files.data).toBe('Game.data.gz');
    await folder.build('Game', '.br');
    expect((await find()).files.data).toBe('Game.data.br');
  });

  it('of the training build as uncompressed files, although compressed copies exist', async () => {
    const { files } = await findBuild({ folder: undefined, name: undefined });
    expect(files).toMatchObject({ framework: 'Build.framework.js', code: 'Build.wasm' });
  });

  it('of only the chosen build when there are several', async () => {
    await folder.build('One', '.br', 'Build');
    await folder.build('Two', '', 'Build');
    await folder.write('Build/One.symbols.json', '');
    await folder.write('index.html', template('One', '.br'));
    expect((await find()).files.data).toBe('Build/One.data.br');
    expect((await find('Two')).files).toMatchObject({ data: 'Build/Two.data', symbols: null });
  });

  it('of the only build when another name is chosen', async () => {
    await folder.build('One');
    expect((await find('Two')).name).toBe('One');
  });
});

describe('reports what was found, what is missing and what to do', () => {
  const REMEDY = 'Set UNITY_BUILD_DIR to the whole folder that Unity exported, with index.html and Build.';

  it('for a folder that does not exist', async () => {
    await folder.write('file', '');
    const sentence = 'is not a folder that can be read: set it to the folder that Unity exported.';
    const elsewhere = (path: string) => findBuild({ folder: join(folder.path, path), name: undefined });
    await expect(elsewhere('gone')).rejects.toThrow(`UNITY_BUILD_DIR (${folder.path}/gone) ${sentence}`);
    await expect(elsewhere('file')).rejects.toThrow(sentence);
  });

  it('for folders without a build', async () => {
    expect(await refusal()).toBe(
      `UNITY_BUILD_DIR (FOLDER) contains no Unity build: found nothing; missing *.loader.js, *.data, *.framework.js, *.wasm. ${REMEDY}`,
    );
    await mkdir(join(folder.path, 'My Game'));
    await folder.write('notes.txt', '');
    expect(await refusal()).toContain('contains no Unity build: found My Game, notes.txt; missing *.loader.js, ');
  });

  it.each([
    ['.loader.js', '*.loader.js'],
    ['.data', '*.data'],
    ['.framework.js', '*.framework.js'],
    ['.wasm', '*.wasm'],
  ])('for a build without its %s', async (ending, missing) => {
    for (const other of ['.loader.js', '.data', '.framework.js', '.wasm']) {
      if (other !== ending) await folder.write(`Build/Game${other}`, '');
    }
    const said = await refusal();
    expect(said).toMatch(/^UNITY_BUILD_DIR \(FOLDER\), folder Build, contains an incomplete build: found Game\./);
    expect(said).toContain(`; missing ${missing}. Copy the whole folder that Unity exported again.`);
  });

  it('for several builds', async () => {
    await folder.build('One');
    await folder.build('Two');
    const several = 'UNITY_BUILD_DIR (FOLDER) contains several builds (One, Two)';
    expect(await refusal()).toBe(`${several}: set UNITY_BUILD_NAME to one of these names.`);
    expect(await refusal('Three')).toBe(
      `${several}, and none is called Three: set UNITY_BUILD_NAME to one of these names.`,
    );
  });

  it('for several files of one kind, none of which belongs to the loader', async () => {
    for (const file of ['a.loader.js', 'b.data', 'c.data', 'd.framework.js', 'e.wasm']) await folder.write(file, '');
    expect(await refusal()).toContain('contains several builds (b, c): ');
  });

  it.each([
    ['its loader', 'Build/UnityLoader.js', '', 'UnityLoader.js'],
    ['the description of a build', 'Build/Game.json', '{"wasmCodeUrl": "Game.wasm.code.unityweb"}', 'Game.json'],
    ['a folder alone', 'UnityLoader.js', '', 'UnityLoader.js'],
  ])('for a build of Unity 2019, detected by %s', async (_by, file, content, named) => {
    await folder.write(file, content);
    await folder.write('index.html', '<script src="Build/UnityLoader.js"></script>');
    expect(await refusal()).toBe(
      `UNITY_BUILD_DIR (FOLDER) contains a build of Unity 2019 or older (found ${named}): export the project again with Unity 2020 or newer.`,
    );
  });
});

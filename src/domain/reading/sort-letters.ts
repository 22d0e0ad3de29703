/**
 * Letters that sort with a plain one although Unicode does not decompose them. Lower case; the result may be
 * several letters. A change here changes stored keys: raise SORT_KEY_VERSION with it.
 */
export const SORT_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'ɑɐαᴀⱥ',
    b: 'ɓƀβʙƃ',
    c: 'ƈȼɕʧ',
    d: 'ɗɖđƌð',
    e: 'ɛəǝɘɜεɇ',
    f: 'ƒɸ',
    g: 'ɣɠǥɡγɢ',
    h: 'ħɦɥⱨ',
    i: 'ɩɪıɨι',
    j: 'ʝɟɉʄʤ',
    k: 'ƙĸⱪ',
    l: 'łɫɬɭƚʟ',
    m: 'ɱɯ',
    n: 'ŋɲηɳƞɴ',
    o: 'ɔøɵωɷ',
    p: 'ƥᵽ',
    q: 'ʠɋ',
    r: 'ɾɽɍʀɹ',
    s: 'ʃʂȿ',
    t: 'ƭʈŧƫⱦ',
    u: 'ʊʉυ',
    v: 'ʋⱱʌ',
    w: 'ⱳʍ',
    x: 'χ',
    y: 'ƴɏʎ',
    z: 'ʒʐƶȥ',
    ae: 'æ',
    oe: 'œ',
    ss: 'ß',
    th: 'þ',
    ts: 'ʦ',
    dz: 'ʣ',
  }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)),
);

/** Apostrophes, glottal stops and their look-alikes: nobody looks them up in the same spelling. */
export const GLOTTALS = "'’‘‛ʼʻʽˈˊˋʹ′´`ʔʕʾʿˀˁɂꞌ＇";

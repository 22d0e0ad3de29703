import { type PictureSize, sniffMedia } from '../../../../src/domain/article/media-type';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
/** A number in big-endian order. */
const big = (number: number, length: number): string => {
  const written = Buffer.alloc(length);
  written.writeUIntBE(number, 0, length);
  return written.toString('latin1');
};
const little = (number: number, length: number): string => {
  const written = Buffer.alloc(length);
  written.writeUIntLE(number, 0, length);
  return written.toString('latin1');
};
const nulls = (count: number): string => '\0'.repeat(count);

const oggOf = (codec: string): string => `OggS${nulls(24)}${codec}${nulls(40)}`;
const mp4Of = (brand: string, ...tracks: string[]): string =>
  `${nulls(4)}ftyp${brand}${tracks.map((track) => `hdlr${nulls(8)}${track}`).join('')}`;
const webmOf = (...codecs: string[]): string => `\x1a\x45\xdf\xa3\x42\x82\x84webm${codecs.join('')}`;

test.each([
  ['ID3 and the rest', 'audio/mpeg'],
  ['\xff\xfb\x90\x00', 'audio/mpeg'],
  ['\xff\xf3\x10\x00', 'audio/mpeg'],
  [oggOf('OpusHead'), 'audio/ogg'],
  [oggOf('\x01vorbis'), 'audio/ogg'],
  [oggOf('Speex   '), 'audio/ogg'],
  [oggOf('\x7fFLAC'), 'audio/ogg'],
  [`RIFF${nulls(4)}WAVE`, 'audio/wav'],
  ['fLaC', 'audio/flac'],
  [mp4Of('M4A ', 'soun'), 'audio/mp4'],
  [mp4Of('3gp4', 'soun'), 'audio/mp4'],
  [webmOf('A_OPUS'), 'audio/webm'],
  [webmOf('A_VORBIS'), 'audio/webm'],
])('%j is a recording: %s', (text, mediaType) => {
  expect(sniffMedia(bytes(text))).toMatchObject({ mediaType, kind: 'audio', size: null });
});

test.each([
  ['', 'nothing'],
  ['no ID3', 'a tag of ID3 that is not at the beginning'],
  ['\xff\xfd\x90\x00', 'layer II of MPEG'],
  ['\xff\xeb\x90\x00', 'a version of MPEG that there is not'],
  ['\xff\xfb\x00\x00', 'a frame without a bit rate'],
  ['\xff\xfb\xf0\x00', 'a frame with a bit rate that there is not'],
  ['\xff\xfb\x9c\x00', 'a frame with a sample rate that there is not'],
  [oggOf('\x80theora'), 'film in Ogg'],
  ['OpusHead', 'a codec of Ogg without its container'],
  [`RIFF${nulls(4)}AVI `, 'film in RIFF'],
  [mp4Of('isom', 'soun', 'vide'), 'film with sound in MP4'],
  [mp4Of('isom', 'vide'), 'film without sound in MP4'],
  [mp4Of('heic', 'soun'), 'another brand in its container'],
  [webmOf('V_VP9', 'A_OPUS'), 'film with sound in WebM'],
  [webmOf(), 'WebM without a track'],
  [webmOf('A_OPUS').replace('webm', 'matr'), 'Matroska of another type'],
  [`\x89PNG\r\n\x1a\n${nulls(4)}IDAT`, 'PNG without a header'],
  ['GIF88a', 'a version of GIF that there is not'],
])('%j is none of the types: %s', (text) => {
  expect(sniffMedia(bytes(text))).toBeUndefined();
});

const pngOf = (width: number, height: number): string =>
  `\x89PNG\r\n\x1a\n${nulls(4)}IHDR${big(width, 4)}${big(height, 4)}`;
const jpegFrame = (marker: string, width: number, height: number): string =>
  `\xff${marker}\x00\x11\x08${big(height, 2)}${big(width, 2)}${nulls(8)}`;
const webpOf = (form: string, rest: string): string => `RIFF${nulls(4)}WEBP${form}${nulls(4)}${rest}`;
/** A table, which has a marker among those of frames, and some other segment. */
const BEFORE_FRAME = `\xff\xd8\xff\xc4\x00\x04ab\xff\xe0\x00\x05abc\xff`;

test.each<[string, string, PictureSize | null]>([
  [pngOf(640, 480), 'image/png', { width: 640, height: 480 }],
  [pngOf(1, 100_000), 'image/png', { width: 1, height: 100_000 }],
  [pngOf(0, 480), 'image/png', null],
  [pngOf(640, 0), 'image/png', null],
  [pngOf(100_001, 480), 'image/png', null],
  [pngOf(640, 480).slice(0, -1), 'image/png', null],
  [`GIF87a${little(300, 2)}${little(7, 2)}`, 'image/gif', { width: 300, height: 7 }],
  [`GIF89a${little(300, 2)}${little(7, 2)}`, 'image/gif', { width: 300, height: 7 }],
  ['GIF89a', 'image/gif', null],
  [`\xff\xd8${jpegFrame('\xc0', 640, 480)}`, 'image/jpeg', { width: 640, height: 480 }],
  [BEFORE_FRAME + jpegFrame('\xcf', 640, 480), 'image/jpeg', { width: 640, height: 480 }],
  [`\xff\xd8${jpegFrame('\xc8', 640, 480)}`, 'image/jpeg', null],
  [`\xff\xd8${jpegFrame('\xcc', 640, 480)}`, 'image/jpeg', null],
  [`\xff\xd8${jpegFrame('\xd0', 640, 480)}`, 'image/jpeg', null],
  ['\xff\xd8\xff', 'image/jpeg', null],
  [webpOf('VP8X', nulls(4) + little(639, 3) + little(479, 3)), 'image/webp', { width: 640, height: 480 }],
  [
    webpOf('VP8 ', nulls(6) + little(640 + 0x4000, 2) + little(480 + 0x8000, 2)),
    'image/webp',
    { width: 640, height: 480 },
  ],
  [webpOf('VP8L', `/${little(639 + 479 * 0x4000, 4)}${nulls(8)}`), 'image/webp', { width: 640, height: 480 }],
  [webpOf('VP8?', nulls(20)), 'image/webp', null],
  [webpOf('VP8X', ''), 'image/webp', null],
  [
    `${nulls(4)}ftypavif${nulls(9)}ispe${nulls(4)}${big(640, 4)}${big(480, 4)}`,
    'image/avif',
    { width: 640, height: 480 },
  ],
  [`${nulls(4)}ftypavis`, 'image/avif', null],
])('%j is a picture: %s of %j', (text, mediaType, size) => {
  expect(sniffMedia(bytes(text))).toMatchObject({ mediaType, kind: 'picture', size });
});

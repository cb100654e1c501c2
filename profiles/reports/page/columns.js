// Reads columns of numbers: variable-length integers in base64.

/** Numbers up to 2^53 are exact. */
function decodeColumn(text) {
  const bytes = atob(text);
  let count = 0;
  for (let i = 0; i < bytes.length; ++i) {
    count += bytes.charCodeAt(i) < 128 ? 1 : 0;
  }
  const numbers = new Float64Array(count);
  let position = 0, value = 0, factor = 1;
  for (let i = 0; i < bytes.length; ++i) {
    const byte = bytes.charCodeAt(i);
    value += (byte % 128) * factor;
    factor *= 128;
    if (byte < 128) {
      numbers[position++] = value;
      value = 0;
      factor = 1;
    }
  }
  return numbers;
}

/** 0, -1, 1, -2, … */
function decodeSigned(text) {
  return decodeColumn(text).map((code) => (code % 2 === 0 ? code / 2 : -(code + 1) / 2));
}

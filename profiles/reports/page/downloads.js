// Files that the reader saves.

function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], {type}));
  const link = make('a', {href: url, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

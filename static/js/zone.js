/* Days and hours are told by this phone's clock, wherever they are written. */

export function tellZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is in no browser over http
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}

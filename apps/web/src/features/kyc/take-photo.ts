const jpegQuality = 0.92;

/** What the camera sees now, as it is: the mirror is only on the screen. */
export function takePhoto(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  const keep = (blob: Blob | null) =>
    blob
      ? resolve(new File([blob], 'selfie.jpg', { type: blob.type }))
      : reject(new Error('the camera shows no picture'));
  canvas.toBlob(keep, 'image/jpeg', jpegQuality);
  return promise;
}

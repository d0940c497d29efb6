const jpegQuality = 0.92;

/** Takes a JPEG photo from the video. The photo is not mirrored, unlike the preview. */
export function takePhoto(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  const finish = (blob: Blob | null) =>
    blob
      ? resolve(new File([blob], 'selfie.jpg', { type: blob.type }))
      : reject(new Error('Cannot take a photo: the camera shows no picture.'));
  canvas.toBlob(finish, 'image/jpeg', jpegQuality);
  return promise;
}

// The two functions of zstd that Node 20 lacks, synchronous, with or without a dictionary; `zlib.mjs` gives them the names
// that Node 24 has for them.
#include <napi.h>
#include <zstd.h>
#include <memory>

namespace {

using Bytes = Napi::Uint8Array;

Napi::Value Fail(Napi::Env env, const char* code, const char* message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", code);
  error.ThrowAsJavaScriptException();
  return env.Undefined();
}

// compress(bytes, level, dictionary): bytes
Napi::Value Compress(const Napi::CallbackInfo& info) {
  Bytes input = info[0].As<Bytes>();
  Bytes dictionary = info[2].As<Bytes>();
  auto output = Napi::Buffer<uint8_t>::New(info.Env(), ZSTD_compressBound(input.ByteLength()));
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, info[1].As<Napi::Number>());
  ZSTD_CCtx_loadDictionary(context.get(), dictionary.Data(), dictionary.ByteLength());
  size_t size = ZSTD_compress2(context.get(), output.Data(), output.ByteLength(), input.Data(), input.ByteLength());
  if (ZSTD_isError(size)) return Fail(info.Env(), "ZSTD_error_GENERIC", ZSTD_getErrorName(size));
  return Bytes::New(info.Env(), size, output.ArrayBuffer(), output.ByteOffset());
}

// decompress(bytes, most, dictionary): bytes; throws for more than `most` bytes
Napi::Value Decompress(const Napi::CallbackInfo& info) {
  Bytes input = info[0].As<Bytes>();
  Bytes dictionary = info[2].As<Bytes>();
  size_t most = info[1].As<Napi::Number>().Int64Value();
  unsigned long long stated = ZSTD_getFrameContentSize(input.Data(), input.ByteLength());
  if (stated == ZSTD_CONTENTSIZE_ERROR) return Fail(info.Env(), "ZSTD_error_prefix_unknown", "Unknown frame descriptor");
  if (stated != ZSTD_CONTENTSIZE_UNKNOWN && stated > most)
    return Fail(info.Env(), "ERR_BUFFER_TOO_LARGE", "Cannot create a Buffer larger than was allowed");
  auto output = Napi::Buffer<uint8_t>::New(info.Env(), stated == ZSTD_CONTENTSIZE_UNKNOWN ? most : stated);
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  ZSTD_DCtx_loadDictionary(context.get(), dictionary.Data(), dictionary.ByteLength());
  size_t size = ZSTD_decompressDCtx(context.get(), output.Data(), output.ByteLength(), input.Data(), input.ByteLength());
  if (ZSTD_isError(size)) return Fail(info.Env(), "ZSTD_error_corruption_detected", ZSTD_getErrorName(size));
  return Bytes::New(info.Env(), size, output.ArrayBuffer(), output.ByteOffset());
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("compress", Napi::Function::New(env, Compress));
  exports.Set("decompress", Napi::Function::New(env, Decompress));
  return exports;
}

}  // namespace

NODE_API_MODULE(zstd, Init)

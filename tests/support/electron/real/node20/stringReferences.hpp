// better-sqlite3 keeps references to strings, which Node-API has since version 10. Node 20 has version 9, whose references
// are to objects only: each string is kept in an array of its own.
#include <napi.h>

namespace Napi {

template <>
class Reference<String> {
 public:
  static Reference<String> New(const String& value, uint32_t = 0) {
    Reference<String> reference;
    Array holder = Array::New(value.Env(), 1);
    holder[uint32_t{0}] = value;
    reference.holder_ = Napi::Persistent(static_cast<Object>(holder));
    return reference;
  }

  Reference() = default;
  Reference(Reference<String>&&) = default;
  Reference<String>& operator=(Reference<String>&&) = default;

  String Value() const { return holder_.Get(uint32_t{0}).As<String>(); }

 private:
  ObjectReference holder_;
};

}  // namespace Napi

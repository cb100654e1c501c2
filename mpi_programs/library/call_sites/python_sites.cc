#include "mpi_programs/library/call_sites/python_sites.h"

#include <cstddef>
#include <cstdio>
#include <cstring>

#include <dlfcn.h>

namespace dps::mpi_library {
namespace {

/// Objects of Python, which only its functions access.
struct PyObject;
struct PyThreadState;
struct PyInterpreterState;

/// The functions of the interpreter, if it has all of them, as from version 3.11 on.
struct Python {
  int (*is_initialized)() = nullptr;
  PyThreadState* (*this_thread)() = nullptr;
  PyInterpreterState* (*interpreter_of)(PyThreadState*) = nullptr;
  PyThreadState* (*first_thread)(PyInterpreterState*) = nullptr;
  PyThreadState* (*next_thread)(PyThreadState*) = nullptr;
  int (*lock)() = nullptr;
  void (*unlock)(int) = nullptr;
  int (*disable_gc)() = nullptr;
  int (*enable_gc)() = nullptr;
  void (*fetch_error)(PyObject**, PyObject**, PyObject**) = nullptr;
  void (*restore_error)(PyObject*, PyObject*, PyObject*) = nullptr;
  PyObject* (*frame_of)(PyThreadState*) = nullptr;
  PyObject* (*code_of)(PyObject*) = nullptr;
  int (*instruction_of)(PyObject*) = nullptr;
  int (*line_of)(PyObject*) = nullptr;
  PyObject* (*attribute)(PyObject*, const char*) = nullptr;
  const char* (*text_of)(PyObject*) = nullptr;
  void (*release)(PyObject*) = nullptr;
  bool is_complete = true;
};

template <typename Function>
void find(Python& python, Function& function, const char* name) {
  function = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
  python.is_complete = python.is_complete && function != nullptr;
}

Python find_python() {
  Python python;
  find(python, python.is_initialized, "Py_IsInitialized");
  find(python, python.this_thread, "PyGILState_GetThisThreadState");
  find(python, python.interpreter_of, "PyThreadState_GetInterpreter");
  find(python, python.first_thread, "PyInterpreterState_ThreadHead");
  find(python, python.next_thread, "PyThreadState_Next");
  find(python, python.lock, "PyGILState_Ensure");
  find(python, python.unlock, "PyGILState_Release");
  find(python, python.disable_gc, "PyGC_Disable");
  find(python, python.enable_gc, "PyGC_Enable");
  find(python, python.fetch_error, "PyErr_Fetch");
  find(python, python.restore_error, "PyErr_Restore");
  find(python, python.frame_of, "PyThreadState_GetFrame");
  find(python, python.code_of, "PyFrame_GetCode");
  find(python, python.instruction_of, "PyFrame_GetLasti");
  find(python, python.line_of, "PyFrame_GetLineNumber");
  find(python, python.attribute, "PyObject_GetAttrString");
  find(python, python.text_of, "PyUnicode_AsUTF8");
  find(python, python.release, "Py_DecRef");
  return python;
}

/// Holds the lock of the interpreter, and restores its state at the end.
class Locked {
 public:
  explicit Locked(const Python& python)
      : python_(python), state_(python.lock()), collects_(python.disable_gc()) {
    python_.fetch_error(&type_, &value_, &trace_);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() {
    python_.restore_error(type_, value_, trace_);  // also removes an error of ours
    if (collects_ != 0) {
      python_.enable_gc();
    }
    python_.unlock(state_);
  }

 private:
  const Python& python_;
  int state_;
  int collects_;
  PyObject* type_ = nullptr;
  PyObject* value_ = nullptr;
  PyObject* trace_ = nullptr;
};

/// A thread that is alone never waits for the lock.
bool is_alone(const Python& python, PyThreadState* thread) {
  return python.first_thread(python.interpreter_of(thread)) == thread &&
         python.next_thread(thread) == nullptr;
}

void describe(const Python& python, PyObject* frame, PyObject* code, std::array<char, 256>& place) {
  PyObject* file = python.attribute(code, "co_filename");
  const char* path = file != nullptr ? python.text_of(file) : nullptr;
  const char* name = path != nullptr ? std::strrchr(path, '/') : nullptr;
  std::snprintf(place.data(), place.size(), "%.200s:%d",
                name != nullptr   ? name + 1
                : path != nullptr ? path
                                  : "?",
                python.line_of(frame));
  if (file != nullptr) {
    python.release(file);
  }
}

}  // namespace

bool is_in_mpi4py(const void* caller) {
  Dl_info symbol{};
  return ::dladdr(caller, &symbol) != 0 && symbol.dli_fname != nullptr &&
         std::strstr(symbol.dli_fname, "/mpi4py/") != nullptr;
}

SiteTable::SiteSlot* find_python_site(SiteTable& sites, std::array<char, 256>& place) {
  static const Python python = find_python();
  PyThreadState* thread =
      python.is_complete && python.is_initialized() != 0 ? python.this_thread() : nullptr;
  if (thread == nullptr || !is_alone(python, thread)) {
    return nullptr;
  }
  const Locked locked(python);
  PyObject* frame = python.frame_of(thread);
  if (frame == nullptr) {
    return nullptr;
  }
  PyObject* code = python.code_of(frame);
  // Its instructions are in the object, so that this is no other site's address.
  SiteTable::SiteSlot* slot =
      sites.find(reinterpret_cast<const char*>(code) + python.instruction_of(frame));
  if (slot != nullptr && slot->number == 0) {
    describe(python, frame, code, place);  // the code is kept, as long as the slot has its address
  } else {
    python.release(code);
  }
  python.release(frame);
  return slot;
}

}  // namespace dps::mpi_library

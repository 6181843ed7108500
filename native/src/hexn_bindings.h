// Hex-n for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace pavage {

void bind_hexn(nanobind::module_& m);

}  // namespace pavage

// What each file of this folder adds to the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace pavage {

void bind_hexn(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_player(nanobind::module_& m);
void bind_net(nanobind::module_& m);

}  // namespace pavage

// A network that Python holds, for all that take one.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "net.h"

namespace pavage {

struct NetHandle {
    std::shared_ptr<const hex::Net> net;
};

void bind_net(nanobind::module_& m);

}  // namespace pavage

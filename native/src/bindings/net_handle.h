// A network that Python holds, for all that take one.
#pragma once

#include <memory>

#include "net/net.h"

namespace pavage {

struct NetHandle {
    std::shared_ptr<const hex::Net> net;
};

}  // namespace pavage

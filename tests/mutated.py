"""A pytest plugin for mutmut: import Pavage from mutmut's copy, though the editable install comes first."""

import sys

sys.meta_path.sort(key=lambda finder: type(finder).__name__ == "ScikitBuildRedirectingFinder")

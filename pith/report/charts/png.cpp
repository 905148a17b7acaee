// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/png.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <memory>

#include "pith/base/error.h"
#include "pith/base/shared_library.h"

namespace pith {
namespace {

// What pith uses of the stable C interfaces of librsvg 2.52, cairo 1.x and GLib 2.x. They are
// declared here, so that pith can be built without their headers.
struct RsvgHandle;
struct Cairo;
struct CairoSurface;
struct GlibError;
struct RsvgRectangle {
  double x;
  double y;
  double width;
  double height;
};
using Bool = int;
using Status = int;  // 0: success
using WritePng = Status(void* closure, const unsigned char* bytes, unsigned int size);
constexpr int argb32 = 0;

const char* const remedy =
    "it draws PNG files; install librsvg (on Debian the package librsvg2-2), or write an .svg file";

struct Renderer {
  SharedLibrary rsvg{"librsvg-2.so.2", remedy};
  SharedLibrary cairo{"libcairo.so.2", remedy};
  SharedLibrary gobject{"libgobject-2.0.so.0", remedy};

  using NewHandle = RsvgHandle*(const unsigned char*, std::size_t, GlibError**);
  using SizeOf = Bool(RsvgHandle*, double*, double*);
  using Render = Bool(RsvgHandle*, Cairo*, const RsvgRectangle*, GlibError**);
  using NewSurface = CairoSurface*(int, int, int);
  using NewCairo = Cairo*(CairoSurface*);
  using Write = Status(CairoSurface*, WritePng*, void*);

  NewHandle* make = rsvg.function<NewHandle>("rsvg_handle_new_from_data");
  SizeOf* size_of = rsvg.function<SizeOf>("rsvg_handle_get_intrinsic_size_in_pixels");
  Render* render = rsvg.function<Render>("rsvg_handle_render_document");
  NewSurface* make_surface = cairo.function<NewSurface>("cairo_image_surface_create");
  NewCairo* make_cairo = cairo.function<NewCairo>("cairo_create");
  Status (*surface_status)(CairoSurface*) =
      cairo.function<Status(CairoSurface*)>("cairo_surface_status");
  Write* write = cairo.function<Write>("cairo_surface_write_to_png_stream");
  void (*free_cairo)(Cairo*) = cairo.function<void(Cairo*)>("cairo_destroy");
  void (*free_surface)(CairoSurface*) =
      cairo.function<void(CairoSurface*)>("cairo_surface_destroy");
  void (*unref)(void*) = gobject.function<void(void*)>("g_object_unref");
};

const Renderer& renderer() {
  static const Renderer loaded;
  return loaded;
}

[[noreturn]] void fail() {
  throw Error(ErrorKind::io, "librsvg cannot draw the picture; write an .svg file");
}

Status append(void* closure, const unsigned char* bytes, unsigned int size) noexcept {
  constexpr Status no_memory = 1;
  try {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(bytes), size);
    return 0;
  } catch (const std::bad_alloc&) {
    return no_memory;
  }
}

}  // namespace

void load_png_renderer() {
  (void)renderer();
}

std::string png_of(std::string_view svg) {
  const Renderer& with = renderer();
  const std::unique_ptr<RsvgHandle, void (*)(RsvgHandle*)> handle(
      with.make(reinterpret_cast<const unsigned char*>(svg.data()), svg.size(), nullptr),
      [](RsvgHandle* each) { renderer().unref(each); });
  RsvgRectangle area{};
  if (!handle || with.size_of(handle.get(), &area.width, &area.height) == 0) fail();
  constexpr double pixels_per_unit = 2;
  constexpr double max_pixels = 30'000;  // cairo stops at 32,767
  area.width = std::ceil(area.width * pixels_per_unit);
  area.height = std::ceil(area.height * pixels_per_unit);
  if (area.width > max_pixels || area.height > max_pixels) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("a PNG file of {} x {} pixels is too large; write an .svg file",
                            area.width, area.height));
  }
  const std::unique_ptr<CairoSurface, void (*)(CairoSurface*)> surface(
      with.make_surface(argb32, static_cast<int>(area.width), static_cast<int>(area.height)),
      with.free_surface);
  if (with.surface_status(surface.get()) != 0)
    throw Error(ErrorKind::resources, "there is too little memory to draw the picture");
  {
    const std::unique_ptr<Cairo, void (*)(Cairo*)> cairo(with.make_cairo(surface.get()),
                                                         with.free_cairo);
    if (with.render(handle.get(), cairo.get(), &area, nullptr) == 0) fail();
  }
  std::string bytes;
  if (with.write(surface.get(), append, &bytes) != 0)
    throw Error(ErrorKind::resources, "there is too little memory to draw the picture");
  return bytes;
}

}  // namespace pith

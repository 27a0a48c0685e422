import Dispatch
import StateGraph
import Testing

/// UIKit Integration: Collection View Integration. Cells are left out.
private enum CollectionViewIntegration {
  enum PhotoCategory {
    case all, nature, city
  }

  struct Photo {
    var category: PhotoCategory
  }

  final class PhotoGalleryViewModel {
    @GraphStored
    var photos: [Photo] = []

    @GraphStored
    var selectedCategory: PhotoCategory = .all

    @GraphComputed
    var filteredPhotos: [Photo]

    @GraphComputed
    var categoryCount: Int

    init() {
      self.$filteredPhotos = .init { [$photos, $selectedCategory] _ in
        let photos = $photos.wrappedValue
        let category = $selectedCategory.wrappedValue

        if category == .all {
          return photos
        } else {
          return photos.filter { $0.category == category }
        }
      }

      self.$categoryCount = .init { [$filteredPhotos] _ in
        $filteredPhotos.wrappedValue.count
      }
    }
  }

  class PhotoGalleryViewController: UIViewController {
    let viewModel = PhotoGalleryViewModel()
    private var subscription: AnyCancellable?

    weak var collectionView: UICollectionView!

    override func viewDidLoad() {
      super.viewDidLoad()
      setupCollectionView()
      bindViewModel()
    }

    private func setupCollectionView() {
      collectionView.dataSource = self
    }

    private func bindViewModel() {
      subscription = withGraphTracking {
        viewModel.$filteredPhotos.onChange { [weak self] _ in
          DispatchQueue.main.async {
            self?.collectionView.reloadData()
          }
        }
      }
    }
  }
}

extension CollectionViewIntegration.PhotoGalleryViewController: UICollectionViewDataSource {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  {
    return viewModel.filteredPhotos.count
  }
}

@Suite @MainActor struct CollectionViewTests {
  @Test func `photos are filtered by category and counted`() {
    let model = CollectionViewIntegration.PhotoGalleryViewModel()
    model.photos = [.init(category: .nature), .init(category: .city), .init(category: .city)]
    #expect(model.categoryCount == 3)
    model.selectedCategory = .city
    #expect(model.categoryCount == 2)
    #expect(model.filteredPhotos.allSatisfy { $0.category == .city })
  }

  @Test func `the collection reloads when the photos change`() async {
    let view = UICollectionView()
    let controller = CollectionViewIntegration.PhotoGalleryViewController()
    controller.collectionView = view
    controller.viewDidLoad()
    await drainMainQueue()
    let reloads = view.reloadCount
    controller.viewModel.photos = [.init(category: .nature)]
    await drainMainQueue()
    #expect(view.reloadCount == reloads + 1)
    #expect(view.dataSource?.collectionView(view, numberOfItemsInSection: 0) == 1)
  }
}
